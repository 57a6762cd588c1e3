/** What is wrong with the XML that is kept of a document: it is not there, is not what was kept, or the event that cancelled it is not there. */
export const KEEPING_FAULTS = {
  ausente: 'XML ausente',
  divergente: 'XML diferente do que foi guardado',
  sem_evento: 'XML do cancelamento ausente',
} as const
export type KeepingFault = keyof typeof KEEPING_FAULTS
