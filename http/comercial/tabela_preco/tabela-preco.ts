import { sql } from 'drizzle-orm'
import { tabelaPrecoAlteracaoFields, tabelaPrecoFields } from '../../../core/fields/comercial/tabela-preco'
import { type Draft, refuseRows, resource } from '../../platform/resource'
import { tableHolds } from './holding'

/** Price tables. One holds while it is active, from its first to its last day. */
export const tabelaPreco = resource({
  name: 'tabela_preco',
  paths: ['comercial/tabela_preco', 'tabela_preco'],
  title: 'Tabela de preço',
  right: 'tabela_preco',
  open: true,
  company: 'none',
  fields: tabelaPrecoFields,
  search: ['descricao'],
  display: ['descricao', 'ativo', 'padrao', 'dInicio', 'dFim'],
  custom: {
    /** Those that hold today (true), or that do not (false). */
    vigente: (value, ctx) => (value === false ? sql`not ${tableHolds(ctx, 't')}` : tableHolds(ctx, 't')),
  },
  hooks: { prepare: (_ctx, drafts) => refuseRows(drafts, daysFault) },
})

function daysFault({ before, values }: Draft): Readonly<Record<string, string>> | undefined {
  const { dInicio, dFim } = { ...before, ...values }
  return dInicio && dFim && String(dFim) < String(dInicio)
    ? { dFim: 'O último dia vem depois do primeiro.' }
    : undefined
}

/** A change of many prices of a table at once: who made it, what it was, and what they were before, to give them back. */
export const tabelaPrecoAlteracao = resource({
  name: 'tabela_preco_alteracao',
  paths: ['comercial/tabela_preco_alteracao'],
  title: 'Alteração de preços',
  right: 'tabela_preco',
  readOnly: true,
  company: 'none',
  fields: tabelaPrecoAlteracaoFields,
  search: ['xAlteracao'],
  display: ['xAlteracao', 'nPrecos'],
  parent: { resource: 'tabela_preco', field: 'tabela_preco_id', list: 'alteracoes', apart: true },
})
