import { f } from '../field'
import { empresaId } from '../kit'

/** Kinds of documents that are numbered by series; `venda.geraNFe` uses the same numbers. */
export const TP_DOC = { 1: 'NF-e', 2: 'NFS-e', 3: 'NFC-e', 4: 'MDF-e' } as const

/** The model of the notes that a series numbers, and that a sale issues by `geraNFe`; of the other kinds there is none. */
export const MODEL_OF: Readonly<Record<number, 55 | 65>> = { 1: 55, 3: 65 }

/** The kind of series of a model. */
export const TP_DOC_OF = { 55: 1, 65: 3 } as const

/** A series of a company's fiscal documents (spec N2-028). Production and trial number apart (field tpAmb of the NF-e). */
export const serieNumeroFields = {
  empresa_id: empresaId(),
  tpDoc: f.option('Documento', TP_DOC).default(1),
  serie: f
    .integer('Série', { min: 0, max: 889, doc: '890 a 999 são de notas avulsas e de contingência (campo B07 da NF-e)' })
    .required(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(1),
  ativo: f.boolean('Ativa').default(true),
}

/** What a series shows beside its columns. */
export const serieNumeroComputed = {
  proximo: f.integer('Próximo número').computed(),
  usados: f.integer('Números usados').computed(),
}
