import { Route, Switch } from 'wouter';
import { WorkflowList } from './WorkflowList';
import { WorkflowView } from './WorkflowView';

export default function WorkflowsPage() {
  return (
    <Switch>
      <Route path="/workflows/:id/:tab?">
        {({ id, tab }) => <WorkflowView key={id} id={id} tab={tab ?? 'graph'} />}
      </Route>
      <Route>
        <WorkflowList />
      </Route>
    </Switch>
  );
}
