import { devolucaoComputed, devolucaoFields, devolucaoMercadoriaFields } from '../../../core/fields/estoque/devolucao'
import { devolucaoLife } from '../../../core/lifecycle/devolucao'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { pickingOrderOf } from '../../expedicao/separacao/make'
import { hasLiveNote } from '../../nfe/nota/of-origin'
import { resource } from '../../platform/resource'
import { holdsNothing } from '../reservations'
import { lineHooks, returnHooks } from './hooks'

/** Returns of goods to their supplier, from the entry that brought them (N2-033). */
export const devolucao = resource({
  name: 'devolucao',
  paths: ['estoque/devolucao'],
  title: 'Devolução de compra',
  right: 'devolucao_compra',
  company: 'own',
  fields: devolucaoFields,
  life: devolucaoLife,
  facts: async (ctx, { id }) => ({ nota: await hasLiveNote(ctx, 'devolucao', Number(id)) }),
  search: ['fornecedor_id.xNome', 'motivo'],
  display: ['entrada_id', 'vTotal'],
  indexes: [['empresa_id', 'status', 'id']],
  computed: {
    separacao_id: { meta: devolucaoComputed.separacao_id.meta, sql: () => pickingOrderOf('devolucao') },
  },
  hooks: returnHooks,
})

/** Goods that go back. A line that is removed stays, told as such, and can be brought back while the return is open. */
export const devolucaoMercadoria = resource({
  name: 'devolucao_mercadoria',
  paths: ['estoque/devolucao_mercadoria'],
  title: 'Item da devolução de compra',
  right: 'devolucao_compra',
  company: 'own',
  fields: devolucaoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: { resource: 'devolucao', field: 'devolucao_id', list: 'devolucao_mercadoria_list' },
  removed: 'dhExclusao',
  hooks: lineHooks,
})

totals(devolucao, {
  items: 'devolucao_mercadoria',
  sums: { vTotal: 'sum(i."vTotal") filter (where i."dhExclusao" is null)' },
})

const LINES = 'from devolucao_mercadoria i where i.devolucao_id = d.id and i."dhExclusao" is null'
effects(devolucao, {
  fecha: {
    title: 'o fechamento',
    date: 'dhFechamento',
    posts: [{ ledger: 'reservas', when: { movimenta_estoque: true }, sums: { q: `select sum("qTrib") ${LINES}` } }],
  },
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      {
        ledger: 'estoque',
        when: { movimenta_estoque: true },
        sums: { qTrib: `select -sum("qTrib") ${LINES}`, vCusto: `select -sum("vCusto") ${LINES}` },
      },
      { ledger: 'reservas', when: { reservada: true }, sums: { q: `select -sum("qTrib") ${LINES}` } },
      { ledger: 'titulos', when: {}, sums: { valor: '-d."vCredito"' } },
    ],
    proofs: {
      'devolucao: finalizada ou cancelada, nada reserva': holdsNothing('devolucao', [
        'dhFinalizacao',
        'dhCancelamento',
      ]),
      'devolucao: o que volta de um item não passa do que entrou': `select count(*) from (
        select i.entrada_mercadoria_id, sum(i."qTrib") as q, sum(i."vTotal") as v from devolucao_mercadoria i
        join devolucao d on d.id = i.devolucao_id
        where (d."dhFechamento" is not null or d."dhFinalizacao" is not null) and d."dhCancelamento" is null and i."dhExclusao" is null group by 1) b
        join entrada_mercadoria e on e.id = b.entrada_mercadoria_id where b.q > e."qTrib" or b.v > e."vTotal"`,
    },
  },
})
