import { lancamentoFields } from '../../core/fields/sis/lancamento'
import { sql } from 'drizzle-orm'
import { may } from '../platform/rights'
import { type RecordOf, resource } from '../platform/resource'
import { stepBearers } from './steps'

/** One row a step of a document: its number is on every ledger row that the step wrote and on every document that it made. */
export const lancamento = resource({
  name: 'lancamento',
  paths: ['lancamento'],
  title: 'Lançamento',
  right: 'lancamento',
  open: true,
  readOnly: true,
  company: 'own',
  fields: lancamentoFields,
  search: [],
  display: ['documento', 'documento_id', 'passo'],
  indexes: [['documento', 'documento_id', 'id']],
  // What was done to a document shows to those who may see the document.
  visible: (ctx) => {
    const hidden = stepBearers().filter((one) => !may(ctx, one, 'read'))
    const names = JSON.stringify(hidden.map((one) => one.name))
    return sql`not ${names}::jsonb ? t.documento`
  },
})

export type Lancamento = RecordOf<typeof lancamento>
