import { guardaConferenciaFields, guardaFiscalFields } from '../../../core/fields/nfe/guarda'
import { type RecordOf, resource } from '../../platform/resource'

/** Files of fiscal documents for the accountant, one row a company, model and month. The file itself is made again whenever it is asked for. */
export const guardaFiscal = resource({
  name: 'guarda_fiscal',
  paths: ['nfe/guarda_fiscal', 'guarda_fiscal'],
  title: 'Guarda fiscal',
  right: 'guarda_fiscal',
  readOnly: true,
  company: 'own',
  fields: guardaFiscalFields,
  search: [],
  display: ['mod', 'mes', 'situacao'],
  unique: [['empresa_id', 'mod', 'mes']],
})

export type GuardaFiscal = RecordOf<typeof guardaFiscal>

/** Checks of what is kept, one row each: when, how many documents, how many of them with a fault. */
export const guardaConferencia = resource({
  name: 'guarda_conferencia',
  paths: ['nfe/guarda_conferencia'],
  title: 'Conferência da guarda',
  right: 'guarda_fiscal',
  readOnly: true,
  company: 'own',
  fields: guardaConferenciaFields,
  search: [],
  display: ['dhInicio', 'qDocumentos', 'qFaltas'],
})
