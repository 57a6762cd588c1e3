import { sql } from 'drizzle-orm'
import {
  opMercadoriaAtividadeFields,
  ordemProducaoMercadoriaEtapaComputed,
  ordemProducaoMercadoriaEtapaFields,
} from '../../../core/fields/producao/apontamento'
import { can } from '../../../core/access'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { fillWork } from './rates'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, forbidden, invalid } from '../../platform/errors'
import { inStates } from '../../platform/in-states'
import { resource, type Row } from '../../platform/resource'

const WORK = sql.raw('from op_mercadoria_atividade a where a.ordem_producao_mercadoria_etapa_id = t.id')

/** SQL: is a step of an order that is in production? */
const IN_PRODUCTION = sql`exists (select 1 from ordem_producao o where o.id = t."nOrdemProducao" and ${inStates(ordemProducaoLife, ['em_producao'], 'o')})`

/** Steps of goods of an order (N3-042): where, with what, and how long they should take. */
export const ordemProducaoMercadoriaEtapa = resource({
  name: 'ordem_producao_mercadoria_etapa',
  paths: ['producao/ordem_producao_mercadoria_etapa'],
  title: 'Etapa da ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: ordemProducaoMercadoriaEtapaFields,
  search: ['descricao', 'centro_trabalho_id.descricao', 'ordem_producao_mercadoria_id.xProd'],
  display: ['n_ordem', 'descricao', 'xProd', 'nOrdemProducao'],
  custom: { em_producao: () => IN_PRODUCTION },
  parent: { resource: 'ordem_producao_mercadoria', field: 'ordem_producao_mercadoria_id', list: 'etapas' },
  computed: {
    situacao: {
      meta: ordemProducaoMercadoriaEtapaComputed.situacao.meta,
      sql: () => sql`(case when t."dhConclusao" is not null then 'concluida' when exists (select 1 ${WORK} and a."dhFim" is null) then 'andamento'
        when exists (select 1 ${WORK}) then 'pausada' else 'fazer' end)`,
    },
    qBoa: {
      meta: ordemProducaoMercadoriaEtapaComputed.qBoa.meta,
      sql: () => sql`(select coalesce(sum(a."qBoa"), 0) ${WORK})`,
    },
    qRefugo: {
      meta: ordemProducaoMercadoriaEtapaComputed.qRefugo.meta,
      sql: () => sql`(select coalesce(sum(a."qRefugo"), 0) ${WORK})`,
    },
    qMinutos: {
      meta: ordemProducaoMercadoriaEtapaComputed.qMinutos.meta,
      sql: () =>
        sql`(select coalesce(round(sum(coalesce(a."qMinutos", extract(epoch from a."dhFim" - a."dhIni") / 60))::numeric, 2), 0) ${WORK} and a."dhFim" is not null)`,
    },
  },
  hooks: {
    prepare: (_, drafts, goods) => {
      if (goods)
        for (const { values } of drafts)
          Object.assign(values, { nOrdemProducao: goods.ordem_producao_id, xProd: goods.xProd })
    },
    remove: assertUnused,
  },
})

/** Work on steps (N3-043). Steps begin and end by their verbs; who manages orders corrects what was told, until a part has taken it. */
export const opMercadoriaAtividade = resource({
  name: 'op_mercadoria_atividade',
  paths: ['producao/op_mercadoria_atividade'],
  title: 'Apontamento de produção',
  right: 'ordem_producao_mercadoria_atividade',
  company: 'own',
  fields: opMercadoriaAtividadeFields,
  search: [],
  display: ['dhIni'],
  indexes: [['empresa_id', 'dhIni']],
  parent: {
    resource: 'ordem_producao_mercadoria_etapa',
    field: 'ordem_producao_mercadoria_etapa_id',
    list: 'atividades',
    apart: true,
  },
  hooks: {
    typed: (ctx, drafts) => {
      if (!can(ctx.actor, 'manage', 'ordem_producao'))
        throw forbidden('Só quem gerencia ordens de produção corrige apontamentos.')
      for (const { before } of drafts) assertFree(before)
    },
    prepare: fillWork,
    remove: (ctx, row) => {
      if (!can(ctx.actor, 'manage', 'ordem_producao'))
        throw forbidden('Só quem gerencia ordens de produção corrige apontamentos.')
      assertFree(row)
    },
  },
})

/** Hours that a part may have booked are not lost with their step. Throws 400 `in_use`. */
async function assertUnused(ctx: Ctx, { id }: Row): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from op_mercadoria_atividade where ordem_producao_mercadoria_etapa_id = ${Number(id)} limit 1`,
  )
  if (rows.length > 0) throw badRequest('Esta etapa tem apontamentos.', 'in_use')
}

function assertFree(row: Readonly<Record<string, unknown>> | undefined): void {
  if (row && (row.op_parte_id ?? null) !== null)
    throw invalid({ dhIni: ['O custo destas horas já está em uma parte: desfaça a parte antes.'] })
}
