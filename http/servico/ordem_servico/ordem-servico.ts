import { sql } from 'drizzle-orm'
import {
  ordemServicoDuplicataFields,
  ordemServicoFields,
  ordemServicoMercadoriaFields,
  ordemServicoServicoFields,
} from '../../../core/fields/servico/ordem-servico'
import { ordemServicoLife } from '../../../core/lifecycle/ordem-servico'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { resource } from '../../platform/resource'
import { attachmentsOf } from '../../sis/anexo/anexo'
import { goodsHooks, headHooks, serviceHooks } from './hooks'
import { forgetSignature } from './signature'

/** Service orders (N3-045): open, finished, invoiced, cancelled. */
export const ordemServico = resource({
  name: 'ordem_servico',
  paths: ['srv/ordem_servico', 'servico/ordem_servico'],
  title: 'Ordem de serviço',
  right: 'ordem_servico',
  company: 'own',
  fields: ordemServicoFields,
  life: ordemServicoLife,
  search: ['cliente_id.xNome', 'nSerie', 'xEquipamento', 'defeito'],
  display: ['vTotal'],
  unique: [['contrato_servico_id', 'dContrato']],
  indexes: [['empresa_id', 'status', 'id']],
  custom: {
    /** Of the technician who asks. */
    minhas: (_value, ctx) =>
      sql`t.colaborador_id in (select c.id from colaborador c where c.user_id = ${ctx.actor.id})`,
    atrasadas: (_value, ctx) => sql`t.status = 0 and t."dPrevisao" < ${ctx.clock.today()}`,
    nao_avisadas: () => sql`t.status = 2 and t."dhNotificacao" is null`,
  },
  computed: { anexables: attachmentsOf('ordem_servico') },
  hooks: headHooks,
})

const GOODS = 'from ordem_servico_mercadoria g where g.ordem_servico_id = d.id'
const gross = (of: string): string => `round(${of}."vUnTrib" * ${of}."qTrib", 2)`
const goods = (figure: string): string => `coalesce((select sum(${figure}) ${GOODS}), 0)`

// A customer signs for a total: what changes it is signed for anew.
totals(ordemServico, {
  items: 'ordem_servico_servico',
  sums: {
    vProd: goods(gross('g')),
    vServ: `sum(${gross('i')})`,
    vDesc: `coalesce(sum(i."vDesc"), 0) + ${goods('g."vDesc"')}`,
    vTotal: `coalesce(sum(i."vTotal"), 0) + ${goods('g."vTotal"')}`,
  },
  lists: ['ordem_servico_mercadoria'],
  after: forgetSignature,
})

effects(ordemServico, {
  finalizarOrdemServico: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      {
        ledger: 'estoque',
        when: { movimenta_estoque: true },
        sums: { qTrib: `select -sum(g."qTrib") ${GOODS}`, vCusto: `select -sum(g."vCusto") ${GOODS}` },
      },
    ],
    proofs: {
      'ordem_servico: finalizada, cada mercadoria saiu do estoque': `select count(*) from ordem_servico_mercadoria g
        join ordem_servico d on d.id = g.ordem_servico_id
        where coalesce((select -sum(m."qTrib") from movimento_estoque m where m.documento = 'ordem_servico' and m.documento_id = d.id and m.item_id = g.id), 0)
          <> case when d."dhFinalizacao" is not null and d."dhCancelamento" is null then g."qTrib" else 0 end`,
    },
  },
  faturarOrdemServico: {
    title: 'o faturamento',
    date: 'dhFaturamento',
    posts: [{ ledger: 'titulos', when: {}, sums: { valor: 'd."vTotal"' } }],
  },
})

/** Goods that are used in a service order (N3-046). */
export const ordemServicoMercadoria = resource({
  name: 'ordem_servico_mercadoria',
  paths: ['srv/ordem_servico_mercadoria', 'servico/ordem_servico_mercadoria'],
  title: 'Mercadoria da ordem de serviço',
  right: 'ordem_servico',
  company: 'own',
  fields: ordemServicoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd', 'un', 'qTrib', 'vTotal'],
  parent: { resource: 'ordem_servico', field: 'ordem_servico_id', list: 'ordem_servico_mercadorias' },
  hooks: goodsHooks,
})

/** Services of a service order (N3-047). */
export const ordemServicoServico = resource({
  name: 'ordem_servico_servico',
  paths: ['srv/ordem_servico_servico', 'servico/ordem_servico_servico'],
  title: 'Serviço da ordem de serviço',
  right: 'ordem_servico',
  company: 'own',
  fields: ordemServicoServicoFields,
  search: ['xServ'],
  display: ['xServ', 'un', 'qTrib', 'vTotal'],
  parent: { resource: 'ordem_servico', field: 'ordem_servico_id', list: 'ordem_servico_servicos' },
  hooks: serviceHooks,
})

/** Instalments of a service order, which become receivables as it is invoiced. */
export const ordemServicoDuplicata = resource({
  name: 'ordem_servico_duplicata',
  paths: ['srv/ordem_servico_duplicata', 'servico/ordem_servico_duplicata'],
  title: 'Parcela da ordem de serviço',
  right: 'ordem_servico',
  company: 'own',
  fields: ordemServicoDuplicataFields,
  search: [],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'ordem_servico', field: 'ordem_servico_id', list: 'ordem_servico_duplicatas' },
})
