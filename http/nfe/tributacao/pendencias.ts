import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ASKED_IN } from '../../../core/fiscal/issue/technical'
import { empresa } from '../../cadastros/empresa'
import { cliente } from '../../cadastros/pessoas'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { mercadoria } from '../../estoque/mercadoria'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import type { Resource } from '../../platform/resource'
import { may } from '../../platform/rights'
import { configuracao } from '../../sis/configuracao'
import { tributacao } from './tributacao'

/** Something that a note asks and a register may lack; `lacks` sees its row as `t`, and the company as `e`. */
interface Check {
  readonly of: Resource
  readonly name: string
  /** The field that brings it. */
  readonly campo: string
  readonly texto: string
  /** The tab of its form, where what is lacking is no field. */
  readonly tab?: number
  readonly lacks: (today: string) => SQL
}

const empty = (column: string) => () => sql`coalesce(t.${sql.identifier(column)}, '') = ''`

const ofCompany = (campo: string, texto: string, lacks: Check['lacks'] = empty(campo)): Check => ({
  of: empresa,
  name: 'xNome',
  campo,
  texto,
  lacks: (today) => sql`t.id = e.id and ${lacks(today)}`,
})
const ofCustomer = (campo: string, texto: string, lacks: SQL): Check => ({
  of: cliente,
  name: 'xNome',
  campo,
  texto,
  lacks: () => sql`t.ativo and ${lacks}`,
})
const ofProduct = (campo: string, texto: string, lacks: (today: string) => SQL): Check => ({
  of: mercadoria,
  name: 'xProd',
  campo,
  texto,
  lacks: (today) => sql`t.ativo and ${lacks(today)}`,
})
const ofOperation = (campo: string, texto: string, lacks: SQL): Check => ({
  of: tipoEntradaSaida,
  name: 'descricao',
  campo,
  texto,
  // Production and adjustments are within the house.
  lacks: () => sql`t.ativo and coalesce(t.padrao, 0) in (0, 1) and ${lacks}`,
})

/** What begins an NCM: a rule for the first digits is found by equality, as an index knows it. */
const BEGINNINGS = sql`(left(t."NCM", 2), left(t."NCM", 3), left(t."NCM", 4), left(t."NCM", 5), left(t."NCM", 6), left(t."NCM", 7), t."NCM")`

/** No rule can be taken for the product when the company sells it, whoever buys it. Each way to one is asked by itself, by an index of its own. */
const withoutRule = (today: string) => {
  const none = (
    way: SQL,
  ) => sql`not exists (select 1 from tributacao r where ${way} and (r."CEST" is null or r."CEST" = t."CEST")
    and (r."UFOrig" is null or r."UFOrig" = e."UF") and (r."CRT" is null or r."CRT" = e."CRT")
    and (r."dInicio" is null or r."dInicio" <= ${today}::date) and (r."dFim" is null or r."dFim" >= ${today}::date))`
  return sql`t."NCM" is not null and ${none(sql`r."NCM" is null`)} and ${none(sql`r."NCM" in ${BEGINNINGS}`)}`
}

const ADDRESS: readonly (readonly [string, string])[] = [
  ['CEP', 'CEP'],
  ['xLgr', 'logradouro'],
  ['nro', 'número'],
  ['xBairro', 'bairro'],
  ['UF', 'UF'],
]

const CHECKS: readonly Check[] = [
  ofCompany('CNPJ_CPF', 'Empresa sem CNPJ'),
  ofCompany('IE', 'Empresa sem inscrição estadual'),
  ...ADDRESS.map(([campo, word]) => ofCompany(campo, `Endereço da empresa sem ${word}`)),
  ofCompany('cMun', 'Endereço da empresa sem município', () => sql`t."cMun" is null`),
  {
    ...ofCompany(
      'certificado',
      'Empresa sem certificado A1 válido',
      (today) =>
        sql`t."tpCert" = 0 and not exists (select 1 from empresa_certificado c where c.empresa_id = t.id and c."dhFim" >= ${today}::date)`,
    ),
    tab: 4,
  },
  {
    ...ofCompany(
      'serie',
      'Empresa sem série de NF-e ativa no ambiente',
      () =>
        sql`not exists (select 1 from serie_numero s where s.empresa_id = t.id and s."tpDoc" = 1 and s.ativo and s."tpAmb" = t.ambiente)`,
    ),
    tab: 4,
  },
  {
    of: configuracao,
    name: 'name',
    campo: 'value',
    texto: 'Responsável técnico não informado, que a UF da empresa pede',
    lacks: () =>
      sql`t.name = 'FISCAL_RESP_TEC' and coalesce(t.value, '') = '' and e."UF" in (select jsonb_array_elements_text(${JSON.stringify(ASKED_IN)}::jsonb))`,
  },
  ofOperation('natOp', 'Operação sem natureza para a nota', sql`coalesce(t."natOp", '') = ''`),
  ofOperation(
    'cfop_list',
    'Operação sem linhas de CFOP',
    sql`not exists (select 1 from tipo_entrada_saida_cfop x where x.tipo_entrada_saida_id = t.id)`,
  ),
  ofProduct('NCM', 'Mercadoria sem NCM', empty('NCM')),
  ofProduct('tributacao_id', 'Mercadoria sem regra de tributação que sirva', withoutRule),
  ofProduct('unidade_id', 'Mercadoria sem unidade', () => sql`t.unidade_id is null`),
  ofCustomer(
    'CNPJ_CPF',
    'Cliente identificado sem CPF ou CNPJ',
    sql`t.identifica_consumidor and coalesce(t."CNPJ_CPF", '') = ''`,
  ),
  ofCustomer('IE', 'Contribuinte sem inscrição estadual', sql`t."indIEDest" = 1 and coalesce(t."IE", '') = ''`),
  ...ADDRESS.map(([campo, word]) =>
    ofCustomer(campo, `Endereço do cliente sem ${word}`, sql`not t.sem_endereco and ${empty(campo)()}`),
  ),
  ofCustomer('cMun', 'Endereço do cliente sem município', sql`not t.sem_endereco and t."cMun" is null`),
]

/** Records that are named of each, and how far they are counted. */
const NAMED = 20
const COUNTED = 10_000

const answer = v.object({
  empresa_id: v.number(),
  data: v.array(
    v.object({
      recurso: v.string(),
      campo: v.string(),
      tab: v.nullable(v.number()),
      texto: v.string(),
      total: v.number(),
      mais: v.boolean(),
      registros: v.array(v.object({ id: v.number(), nome: v.string() })),
    }),
  ),
})

/** What a company's registers lack before a note can be issued: each with its field, how many records lack it, and the first of them. One query. */
export const pendencias = action(tributacao, 'pendencias', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'O que falta nos cadastros para emitir notas: por campo, quantos registros e os primeiros deles.',
  input: v.object({ empresa_id: v.optional(identifier) }),
  answer,
  run: async ({ ctx, input }) => {
    const { id } = await load(ctx, empresa, input.empresa_id ?? ctx.actor.empresa_id)
    // Of what the caller may not see nothing is told.
    const asked = CHECKS.filter(({ of }) => may(ctx, of, 'read'))
    return { empresa_id: id, data: await lacking(ctx, id, asked) }
  },
})

async function lacking(ctx: Ctx, empresa_id: number, checks: readonly Check[]) {
  if (checks.length === 0) return []
  const today = ctx.clock.today()
  const parts = checks.map(({ of, name, lacks }, at) => {
    const from = sql`from ${sql.identifier(of.name)} t, empresa e where e.id = ${empresa_id} and (${lacks(today)})`
    return sql`select ${at}::int as qual, (select count(*)::int from (select 1 ${from} limit ${COUNTED + 1}) c) as total,
      (select coalesce(jsonb_agg(x order by x.id), '[]') from (select t.id, t.${sql.identifier(name)} as nome ${from} order by t.id limit ${NAMED}) x) as registros`
  })
  const rows = await rowsOf(ctx, sql`${sql.join(parts, sql` union all `)} order by qual`)
  return rows.flatMap((row) => {
    const check = checks[Number(row.qual)]
    const total = Number(row.total)
    if (!check || total === 0) return []
    return [
      {
        recurso: check.of.name,
        campo: check.campo,
        tab: check.tab ?? null,
        texto: check.texto,
        total: Math.min(total, COUNTED),
        mais: total > COUNTED,
        registros: v.parse(NAMED_RECORDS, row.registros),
      },
    ]
  })
}

const NAMED_RECORDS = v.array(v.object({ id: v.number(), nome: v.string() }))
