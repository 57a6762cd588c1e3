import { transfArmazFields, transfArmazMercadoriaFields } from '../../../core/fields/estoque/transf-armaz'
import { PLACEMENT } from '../../../core/fields/estoque/mercadoria'
import { transfArmazLife } from '../../../core/lifecycle/transf-armaz'
import { effects } from '../../documents/steps'
import { resource } from '../../platform/resource'
import { headHooks, lineHooks } from './hooks'

/** Transfers: goods that are put into other locations of their company. */
export const transfArmaz = resource({
  name: 'transf_armaz',
  paths: ['estoque/transf_armaz'],
  title: 'Transferência',
  right: 'transferencia_armazenamento',
  company: 'own',
  fields: transfArmazFields,
  life: transfArmazLife,
  search: ['obs'],
  display: ['criado_em'],
  indexes: [['empresa_id', 'status', 'id']],
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

effects(transfArmaz, {
  finalizarTransferencia: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    // Neither quantity nor value of the company changes.
    posts: [{ ledger: 'estoque', when: {}, sums: { qTrib: 'select 0', vCusto: 'select 0' } }],
    proofs: {
      'transf_armaz: o que mudou de lugar é o que as linhas dizem': `select count(*) from transf_armaz d
        where d."dhFinalizacao" is not null and d."dhCancelamento" is null
          and (select coalesce(sum("qTrib"), 0) from transf_armaz_mercadoria i where i.transf_armaz_id = d.id)
            <> (select coalesce(sum("qTrib"), 0) from movimento_estoque m where m.documento = 'transf_armaz' and m.documento_id = d.id
                and m.tipo = ${PLACEMENT} and m."qTrib" > 0)`,
    },
  },
})
