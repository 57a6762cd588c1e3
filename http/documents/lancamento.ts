import { sql } from 'drizzle-orm'
import { may } from '../platform/rights'
import { f } from '../../core/fields/field'
import { empresaId } from '../../core/fields/kit'
import { type RecordOf, resource } from '../platform/resource'
import { documentsWithSteps } from './steps'

/** One row a step of a document: its number is on every ledger row that the step wrote and on every document that it made. */
export const lancamento = resource({
  name: 'lancamento',
  paths: ['lancamento'],
  title: 'Lançamento',
  right: 'lancamento',
  open: true,
  readOnly: true,
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    documento: f.text('Documento', { max: 40, doc: 'Nome do recurso' }).required(),
    documento_id: f.integer('Número do documento').required(),
    passo: f.text('Passo', { max: 40, doc: 'A ação que o fez' }).required(),
    dados: f.json('Dados do momento', { doc: 'O que o tipo de operação dizia quando o passo foi dado' }),
    dh: f.datetime('Feito em').required(),
    user_id: f.ref('Usuário', 'user'),
    dhDesfeito: f.datetime('Desfeito em'),
    desfeito_por_id: f.ref('Desfeito por', 'user'),
  },
  search: [],
  display: ['documento', 'documento_id', 'passo'],
  indexes: [['documento', 'documento_id', 'id']],
  // What was done to a document shows to those who may see the document.
  visible: (ctx) => {
    const hidden = documentsWithSteps().filter(({ resource: one }) => !may(ctx, one, 'read'))
    const names = JSON.stringify(hidden.map((one) => one.resource.name))
    return sql`not ${names}::jsonb ? t.documento`
  },
})

export type Lancamento = RecordOf<typeof lancamento>
