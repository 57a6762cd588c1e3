/** What is done with labels of products. */
export { camposEtiqueta } from './campos-etiqueta'
export { getPrintFileAvulsa, getPrintFileCodigo } from './get-print-file-avulsa'
