import { sql } from 'drizzle-orm'
import {
  opMercadoriaAtividadeFields,
  ordemProducaoMercadoriaEtapaComputed,
  ordemProducaoMercadoriaEtapaFields,
} from '../../../core/fields/producao/apontamento'
import { can } from '../../../core/access'
import { fillWork } from './rates'
import { forbidden, invalid } from '../../platform/errors'
import { resource } from '../../platform/resource'

const WORK = sql.raw('from op_mercadoria_atividade a where a.ordem_producao_mercadoria_etapa_id = t.id')

/** Steps of goods of an order (N3-042): where, with what, and how long they should take. */
export const ordemProducaoMercadoriaEtapa = resource({
  name: 'ordem_producao_mercadoria_etapa',
  paths: ['producao/ordem_producao_mercadoria_etapa'],
  title: 'Etapa da ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: ordemProducaoMercadoriaEtapaFields,
  search: ['descricao', 'centro_trabalho_id.descricao'],
  display: ['n_ordem', 'descricao', 'centro_trabalho_id'],
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

function assertFree(row: Readonly<Record<string, unknown>> | undefined): void {
  if (row && (row.op_parte_id ?? null) !== null)
    throw invalid({ dhIni: ['O custo destas horas já está em uma parte: desfaça a parte antes.'] })
}
