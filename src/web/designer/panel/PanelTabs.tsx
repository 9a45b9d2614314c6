// Tabs, and what the chosen one shows below them, scrolled by itself.

import { type ReactNode, useId } from 'react';

import { TabPanel, Tabs } from '../../widgets/layout/Tabs';
import css from './Panel.module.css';

interface Props {
  label: string;
  tabs: { id: string; title: string; badge?: ReactNode }[];
  chosen: string;
  onChange: (id: string) => void;
  children: ReactNode;
}

export function PanelTabs({ label, tabs, chosen, onChange, children }: Props) {
  const id = useId();
  return (
    <>
      <Tabs id={id} label={label} onSelect={onChange} selected={chosen} tabs={tabs} />
      <TabPanel of={id} tab={chosen}>
        <div className={css.body}>{children}</div>
      </TabPanel>
    </>
  );
}
