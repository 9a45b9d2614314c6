import { defineTexts, type useText } from '../app/i18n';
import type { Flow } from './flowApi';

/** The kinds of nodes that run here, in words; the others are known by their codes. */
export const kindTexts = defineTexts({
  en: {
    ODPS_SQL: 'SQL',
    ODPS_SCRIPT: 'SQL script',
    DIDE_SHELL: 'Shell',
    SHELL: 'Shell',
    PYTHON: 'Python',
    PYODPS: 'PyODPS 2',
    PYODPS2: 'PyODPS 2',
    PYODPS3: 'PyODPS 3',
    PAI: 'PAI',
    VIRTUAL: 'Virtual node',
    SUB_PROCESS: 'Workflow',
    COMPONENT_SQL: 'SQL snippet',
    SQL_COMPONENT: 'SQL snippet',
    CONTROLLER_ASSIGNMENT: 'Assignment',
    CONTROLLER_BRANCH: 'Branch',
    CONTROLLER_JOIN: 'Merge',
    CONTROLLER_CYCLE: 'Do-while loop',
    CONTROLLER_CYCLE_START: 'Start of the loop',
    CONTROLLER_CYCLE_END: 'End of the loop',
    CONTROLLER_TRAVERSE: 'For-each loop',
    CONTROLLER_TRAVERSE_START: 'Start of the loop',
    CONTROLLER_TRAVERSE_END: 'End of the loop',
    CONTROLLER_WAIT: 'Wait',
    PARAM_HUB: 'Parameters',
    ODPS_PYTHON: 'Python resource',
    ODPS_JAR: 'JAR resource',
    ODPS_ARCHIVE: 'Archive resource',
    ODPS_FILE: 'File resource',
    ODPS_FUNCTION: 'Function',
    CHECK: 'Check of data',
    CHECK_NODE: 'Check of data',
  },
  zh: {
    ODPS_SQL: 'SQL',
    ODPS_SCRIPT: 'SQL 脚本',
    DIDE_SHELL: 'Shell',
    SHELL: 'Shell',
    PYTHON: 'Python',
    PYODPS: 'PyODPS 2',
    PYODPS2: 'PyODPS 2',
    PYODPS3: 'PyODPS 3',
    PAI: 'PAI',
    VIRTUAL: '虚拟节点',
    SUB_PROCESS: '子工作流',
    COMPONENT_SQL: 'SQL 组件',
    SQL_COMPONENT: 'SQL 组件',
    CONTROLLER_ASSIGNMENT: '赋值节点',
    CONTROLLER_BRANCH: '分支节点',
    CONTROLLER_JOIN: '归并节点',
    CONTROLLER_CYCLE: 'do-while 循环',
    CONTROLLER_CYCLE_START: '循环开始',
    CONTROLLER_CYCLE_END: '循环结束',
    CONTROLLER_TRAVERSE: 'for-each 循环',
    CONTROLLER_TRAVERSE_START: '循环开始',
    CONTROLLER_TRAVERSE_END: '循环结束',
    CONTROLLER_WAIT: '等待节点',
    PARAM_HUB: '参数节点',
    ODPS_PYTHON: 'Python 资源',
    ODPS_JAR: 'JAR 资源',
    ODPS_ARCHIVE: 'Archive 资源',
    ODPS_FILE: 'File 资源',
    ODPS_FUNCTION: '函数',
    CHECK: '数据检查',
    CHECK_NODE: '数据检查',
  },
});

export function kindWords(texts: ReturnType<typeof useText<typeof kindTexts.en>>, kind: string): string {
  return (texts as Record<string, string>)[kind] ?? kind;
}

/** The name on the canvas of a node of a pipeline; '' where it is the node's own, and of other workflows. */
export function canvasName(flow: Flow, name: string): string {
  if (flow.origin !== 'designer') return '';
  const said = flow.flow?.nodes.find((one) => one.name === name)?.description ?? '';
  return said === name ? '' : said;
}

/** What people call the node. */
export function titleOf(flow: Flow, name: string): string {
  return canvasName(flow, name) || name;
}
