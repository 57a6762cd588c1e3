import { type SQL, sql } from 'drizzle-orm'
import { nfeFields } from '../../core/fields/nfe/nfe'
import { entradaLife } from '../../core/lifecycle/entrada'
import { nfeLife } from '../../core/lifecycle/nfe'
import { inStates, stateWord } from '../platform/in-states'
import { listAddress, recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report, type ReportFilter, type ReportValues } from '../relatorios/report'
import { stateFilter } from '../relatorios/state-filter'

/** Reports of notes. Notes of trials (homologação) are in none of them. */

const MODELS = nfeFields.mod.meta.words ?? {}

const periodo: ReportFilter = { kind: 'period', label: 'Emissão', initial: 'month' }

const standing = stateFilter(nfeLife, {
  autorizadas: { states: ['autorizada', 'cancelando'] },
  canceladas: { states: ['cancelada'] },
  denegadas: { states: ['denegada'] },
  abandonadas: { states: ['abandonada'] },
  pendentes: { label: 'Sem autorização', states: ['rascunho', 'enviando', 'rejeitada', 'duvida', 'epec'] },
})

const modelo: ReportFilter = {
  kind: 'choice',
  label: 'Modelo',
  initial: 'todos',
  options: [{ value: 'todos', label: 'Todos' }, ...Object.entries(MODELS).map(([value, label]) => ({ value, label }))],
}

/** What people call the model of a note `t`. */
const modelWord = sql`case t.mod ${sql.join(
  Object.entries(MODELS).map(([mod, word]) => sql`when ${sql.raw(mod)} then ${sql.raw(`'${word}'`)}`),
  sql` `,
)} end`

const ofModel = (values: ReportValues): SQL => {
  const chosenModel = values.text('modelo')
  return chosenModel !== undefined && Object.hasOwn(MODELS, chosenModel) ? sql`t.mod = ${chosenModel}::int` : sql`true`
}

export const notasEmitidas = report({
  rel_name: 'notas_emitidas',
  title: 'Notas emitidas',
  description: 'Cada NF-e e NFC-e do período, com a situação, o valor e os tributos.',
  category: 'Fiscal',
  rights: ['nfe'],
  filters: {
    periodo,
    modelo,
    situacao: standing.filter,
    cliente_id: { kind: 'ref', label: 'Cliente', resource: 'cliente' },
  },
  wide: true,
  columns: [
    { field: 'dia', label: 'Emissão', kind: 'date' },
    { field: 'modelo', label: 'Modelo', kind: 'code', width: 0.6 },
    { field: 'serie', label: 'Série', kind: 'integer', width: 0.5 },
    { field: 'nNF', label: 'Número', kind: 'integer', width: 0.8 },
    { field: 'xDest', label: 'Destinatário', kind: 'text', width: 1.6 },
    { field: 'UF', label: 'UF', kind: 'code', width: 0.4 },
    { field: 'situacao', label: 'Situação', kind: 'text', width: 0.9 },
    { field: 'vProd', label: 'Produtos', kind: 'money', sum: true },
    { field: 'vICMS', label: 'ICMS', kind: 'money', sum: true },
    { field: 'vST', label: 'ST', kind: 'money', sum: true },
    { field: 'vIPI', label: 'IPI', kind: 'money', sum: true },
    { field: 'vNF', label: 'Total', kind: 'money', sum: true },
  ],
  chart: { name: 'situacao', value: 'vNF' },
  drill: (row) => recordAddress('nfe', row.id),
  query: (_, values) => sql`
    select t.id, t."dhEmi"::date::text as dia, ${modelWord} as modelo, t.serie, t."nNF", coalesce(t."xDest", 'Consumidor') as "xDest",
      t."UF_dest" as "UF", ${stateWord(nfeLife, 't')} as situacao, t."vProd", t."vICMS", t."vST", t."vIPI", t."vNF"
    from nfe t where t.empresa_id = ${values.empresa_id} and t."tpAmb" = 1 and t."dhEmi" is not null and ${withinInstants(sql`t."dhEmi"`, values, 'periodo')} and ${ofModel(values)}
      and ${standing.where(values, 'situacao', 't')} and ${chosen(sql`t.cliente_id`, values, 'cliente_id')}
    order by t."dhEmi", t.mod, t.serie, t."nNF", t.id`,
})

/** The notes whose taxes are told, by which way they went: kept texts (`xml`) of ours that stand authorised, and of suppliers whose entry is finished. */
const OURS = (values: ReportValues): SQL => sql`
  select case t."tpNF" when 0 then 'Entrada' else 'Saída' end as sentido, 'nfe' as tela, x.xml from nfe t
  join lateral (select k.xml from nfe_xml k where k.nfe_id = t.id and k.tipo = 'protocolo' order by k.id desc limit 1) x on true
  where t.empresa_id = ${values.empresa_id} and t."tpAmb" = 1 and ${inStates(nfeLife, ['autorizada', 'cancelando'], 't')} and ${withinInstants(sql`t."dhEmi"`, values, 'periodo')}`
const SUPPLIERS = (values: ReportValues): SQL => sql`
  select 'Entrada', 'nfe_compra', x.xml from nfe_compra n join nfe_compra_xml x on x.nfe_compra_id = n.id
  where n.empresa_id = ${values.empresa_id} and exists (select from entrada e where e.nfe_compra_id = n.id and ${inStates(entradaLife, ['finalizada'], 'e')}
    and ${withinInstants(sql`e."dhFinalizacao"`, values, 'periodo')})`

/** Columns of taxes, and where each stands in an item of a note; what an item does not have is nothing. */
const TAXES = [
  ['vProd', 'Produtos', 'sum(n:prod/n:vProd)'],
  ['vBC', 'Base do ICMS', 'sum(n:imposto/n:ICMS/*/n:vBC)'],
  ['vICMS', 'ICMS', 'sum(n:imposto/n:ICMS/*/n:vICMS)'],
  ['vST', 'ICMS ST', 'sum(n:imposto/n:ICMS/*/n:vICMSST)'],
  ['vIPI', 'IPI', 'sum(n:imposto/n:IPI//n:vIPI)'],
  ['vPIS', 'PIS', 'sum(n:imposto/n:PIS//n:vPIS)'],
  ['vCOFINS', 'COFINS', 'sum(n:imposto/n:COFINS//n:vCOFINS)'],
  ['vIBS', 'IBS', 'sum(n:imposto/n:IBSCBS/n:gIBSCBS/n:vIBS)'],
  ['vCBS', 'CBS', 'sum(n:imposto/n:IBSCBS/n:gIBSCBS/n:gCBS/n:vCBS)'],
] as const

const sums = sql.join(
  TAXES.map(([name]) => sql`sum(round(i.${sql.identifier(name)}, 2)) as ${sql.identifier(name)}`),
  sql`, `,
)
const paths = sql.join(
  TAXES.map(([name, , path]) => sql`${sql.identifier(name)} numeric path ${sql.raw(`'${path}'`)} default 0`),
  sql`, `,
)

export const impostosCfop = report({
  rel_name: 'impostos_cfop',
  title: 'Impostos por CFOP',
  description:
    'Base e tributos de cada CFOP: das notas autorizadas no período e das notas de entrada finalizadas nele.',
  category: 'Fiscal',
  rights: ['nfe', 'nfe_compra', 'entrada'],
  filters: {
    periodo: { kind: 'period', label: 'Período', initial: 'month' },
    sentido: {
      kind: 'choice',
      label: 'Sentido',
      initial: 'todos',
      options: [
        { value: 'todos', label: 'Entradas e saídas' },
        { value: 'Entrada', label: 'Só entradas' },
        { value: 'Saída', label: 'Só saídas' },
      ],
    },
  },
  wide: true,
  columns: [
    { field: 'sentido', label: 'Sentido', kind: 'code', width: 0.7 },
    { field: 'CFOP', label: 'CFOP', kind: 'text', width: 0.6 },
    { field: 'itens', label: 'Itens', kind: 'integer', sum: true, width: 0.6 },
    ...TAXES.map(([field, label]) => ({ field, label, kind: 'money' as const, sum: true })),
  ],
  chart: { name: 'CFOP', value: 'vICMS' },
  drill: (row, values) => {
    const [ini, fim] = [values.text('periodo_ini') ?? '', values.text('periodo_fim') ?? '']
    return row.tela === 'nfe'
      ? listAddress('/ui/nfe/nfe', { dhEmi: `${ini}..${fim}`, tpNF: row.sentido === 'Entrada' ? '0' : '1' })
      : listAddress('/ui/estoque/entrada', { dhFinalizacao: `${ini}..${fim}` })
  },
  // What is no whole XML is kept as it came, and has no items to tell of.
  query: (_, values) => sql`
    select x.sentido, x.tela, i."CFOP", count(*)::int as itens, ${sums}
    from (${OURS(values)} union all ${SUPPLIERS(values)}) x
    cross join lateral xmltable(xmlnamespaces('http://www.portalfiscal.inf.br/nfe' as n), '//n:infNFe/n:det'
      passing (case when xml_is_well_formed_document(x.xml) then x.xml::xml end) columns "CFOP" text path 'n:prod/n:CFOP', ${paths}) i
    where ${['Entrada', 'Saída'].includes(values.text('sentido') ?? '') ? sql`x.sentido = ${values.text('sentido')}` : sql`true`}
    group by 1, 2, 3 order by 1, 3, 2`,
})
