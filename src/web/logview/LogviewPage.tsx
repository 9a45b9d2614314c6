import { Route, Switch } from 'wouter';
import { project } from '../app/session';
import { ComparePage } from './compare/ComparePage';
import { InstanceList } from './InstanceList';
import { InstancePage } from './InstancePage';

/** The instances of the project, one of them, or several runs of a job. */
export default function LogviewPage() {
  const chosen = project.use();
  return (
    <Switch>
      <Route path="/logview/compare">
        <ComparePage />
      </Route>
      <Route path="/logview/:instance/:tab?">
        {(params) => <InstancePage key={params.instance} id={params.instance} tab={params.tab} />}
      </Route>
      <Route>
        <InstanceList key={chosen} />
      </Route>
    </Switch>
  );
}
