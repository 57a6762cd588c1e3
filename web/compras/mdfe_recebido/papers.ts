import { openAside } from '../../ui/documents/print'

/** Manifests of others as their screens know them. */
export const RESOURCE = 'compras/mdfe_recebido'

/** Shows what the server makes of a manifest in a window of its own. */
export const openPaper = (id: number | string, verb: 'printDamdfe' | 'getXml'): void =>
  openAside(`/api/${RESOURCE}/${id}/${verb}`)
