import { Route, Switch } from 'wouter';
import { ServiceList } from './ServiceList';
import { ServiceView } from './ServiceView';

export default function ServicesPage() {
  return (
    <Switch>
      <Route path="/services/:name/:tab?">
        {({ name, tab }) => <ServiceView key={name} name={decodeURIComponent(name)} tab={tab ?? 'overview'} />}
      </Route>
      <Route>
        <ServiceList />
      </Route>
    </Switch>
  );
}
