// The Designer: the list of pipelines, and below it each pipeline on its canvas, which is loaded when one is opened.

import { lazy } from 'react';
import { Route, Switch } from 'wouter';

import { PipelineList } from './list/PipelineList';

const PipelinePage = lazy(() => import('./page/PipelinePage'));

export default function DesignerPage() {
  return (
    <Switch>
      <Route path="/designer/:id">{({ id }) => <PipelinePage id={decoded(id)} key={id} />}</Route>
      <Route>
        <PipelineList />
      </Route>
    </Switch>
  );
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
