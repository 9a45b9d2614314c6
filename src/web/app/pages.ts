import type { ComponentType } from 'react';
import type { IconName } from '../widgets/icons';
import type { texts } from './texts';

/** One page of the console. What lies below its path is the page's own to route. */
export interface PageRow {
  path: string;
  title: keyof typeof texts.en.pages;
  icon: IconName;
  load: () => Promise<{ default: ComponentType }>;
  /** It follows the chosen project by itself; the others begin anew in another project. */
  stays?: boolean;
}

export const pages: PageRow[] = [
  { path: '/editor', title: 'editor', icon: 'editor', load: () => import('../editor/EditorPage'), stays: true },
  { path: '/designer', title: 'designer', icon: 'designer', load: () => import('../designer/DesignerPage') },
  { path: '/logview', title: 'logview', icon: 'logview', load: () => import('../logview/LogviewPage') },
  { path: '/workflows', title: 'workflows', icon: 'workflow', load: () => import('../workflows/WorkflowsPage') },
  { path: '/tables', title: 'tables', icon: 'table', load: () => import('../tables/TablesPage') },
  { path: '/services', title: 'services', icon: 'service', load: () => import('../services/ServicesPage') },
  { path: '/models', title: 'models', icon: 'model', load: () => import('../models/ModelsPage') },
];
