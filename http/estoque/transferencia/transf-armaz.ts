import { sql } from 'drizzle-orm'
import { transfArmazFields, transfArmazMercadoriaFields } from '../../../core/fields/estoque/transf-armaz'
import { PLACEMENT } from '../../../core/fields/estoque/mercadoria'
import { transfArmazLife } from '../../../core/lifecycle/transf-armaz'
import { effects } from '../../documents/steps'
import { hasLiveNote } from '../../nfe/nota/of-origin'
import { resource } from '../../platform/resource'
import { headHooks, lineHooks } from './hooks'

/** Transfers: goods that are put into other locations of their company, or that go to another one, which they enter by an entry of its own. */
export const transfArmaz = resource({
  name: 'transf_armaz',
  paths: ['estoque/transf_armaz'],
  title: 'Transferência',
  right: 'transferencia_armazenamento',
  company: 'own',
  fields: transfArmazFields,
  life: transfArmazLife,
  facts: async (ctx, { id }) => ({ nota: await hasLiveNote(ctx, 'transf_armaz', Number(id)) }),
  search: ['obs'],
  display: ['criado_em'],
  indexes: [['empresa_id', 'status', 'id']],
  custom: {
    /** What left for another company that has not received it. */
    em_transito: () =>
      sql`t.status = ${transfArmazLife.states.finalizada.n} and t.empresa_destino_id is not null and t."dhRecebimento" is null`,
  },
  hooks: headHooks,
})

/** What of a product a transfer puts from where to where. */
export const transfArmazMercadoria = resource({
  name: 'transf_armaz_mercadoria',
  paths: ['estoque/transf_armaz_mercadoria'],
  title: 'Item da transferência',
  right: 'transferencia_armazenamento',
  company: 'own',
  fields: transfArmazMercadoriaFields,
  search: ['xProd'],
  display: ['xProd', 'qTrib'],
  parent: { resource: 'transf_armaz', field: 'transf_armaz_id', list: 'transf_armaz_mercadoria_list' },
  hooks: lineHooks,
})

/** SQL: what of a column left the company with the transfer `d`. */
const gone = (column: 'qTrib' | 'vCusto'): string =>
  `select case when d.empresa_destino_id is null then 0 else -sum("${column}") end from transf_armaz_mercadoria i where i.transf_armaz_id = d.id`

effects(transfArmaz, {
  finalizarTransferencia: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    // Within a company neither its quantity nor its value changes.
    posts: [{ ledger: 'estoque', when: {}, sums: { qTrib: gone('qTrib'), vCusto: gone('vCusto') } }],
    makes: {
      entrada: { when: { movimenta_estoque: true }, cancelled: 'refuses', deleted: 'refuses', undone: 'cancels' },
    },
    proofs: {
      'transf_armaz: o que saiu para outra empresa está numa entrada dela': `select count(*) from transf_armaz d
        where d."dhFinalizacao" is not null and d."dhCancelamento" is null and d.empresa_destino_id is not null
          and not exists (select from lancamento n join entrada e on e.origem_id = n.id
            where n.documento = 'transf_armaz' and n.documento_id = d.id and n."dhDesfeito" is null and e.empresa_id = d.empresa_destino_id)`,
      'transf_armaz: o que mudou de lugar é o que as linhas dizem': `select count(*) from transf_armaz d
        where d."dhFinalizacao" is not null and d."dhCancelamento" is null and d.empresa_destino_id is null
          and (select coalesce(sum("qTrib"), 0) from transf_armaz_mercadoria i where i.transf_armaz_id = d.id)
            <> (select coalesce(sum("qTrib"), 0) from movimento_estoque m where m.documento = 'transf_armaz' and m.documento_id = d.id
                and m.tipo = ${PLACEMENT} and m."qTrib" > 0)`,
    },
  },
})
