// Pipelines as files: export writes one to the reader's disk, import reads one.

import { client } from '../client';
import type { ImportNote } from '../wire';

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export async function exportPipeline(id: string): Promise<ImportNote[]> {
  const { file_name, text, notes } = await client.export(id);
  saveFile(file_name, text);
  return notes;
}
