import { mercadoriaFechamentoFields, mercadoriaFechamentoItemFields } from '../../../core/fields/estoque/fechamento'
import { mercadoriaFechamentoLife } from '../../../core/lifecycle/mercadoria-fechamento'
import { effects } from '../../documents/steps'
import { type RecordOf, resource } from '../../platform/resource'
import { closingHooks } from './hooks'

/** Closings of the inventory: quantity, value and average of every product at the end of a day (document 2, section 3, N2-064). */
export const mercadoriaFechamento = resource({
  name: 'mercadoria_fechamento',
  paths: ['estoque/mercadoria_fechamento'],
  title: 'Fechamento de estoque',
  right: 'fechamento',
  company: 'own',
  fields: mercadoriaFechamentoFields,
  life: mercadoriaFechamentoLife,
  search: ['obs'],
  display: ['dFechamento'],
  defaultOrder: 'dFechamento',
  indexes: [['empresa_id', 'status', 'dFechamento']],
  hooks: closingHooks,
})
export type Closing = RecordOf<typeof mercadoriaFechamento>

/** What there was of a product at a closing (N2-065): the program lists it, people only tell a cost that is wrong. */
export const mercadoriaFechamentoItem = resource({
  name: 'mercadoria_fechamento_item',
  paths: ['estoque/mercadoria_fechamento_item'],
  title: 'Item do fechamento',
  right: 'fechamento',
  company: 'own',
  fields: mercadoriaFechamentoItemFields,
  search: ['xProd', 'mercadoria_id.codigo'],
  display: ['xProd'],
  defaultOrder: 'xProd',
  unique: [['mercadoria_fechamento_id', 'mercadoria_id']],
  parent: { resource: 'mercadoria_fechamento', field: 'mercadoria_fechamento_id', list: 'itens', apart: true },
})

/** SQL: what the ledger said of a line, by the day's last row that its closing saw. */
const LEDGER = (
  sums: string,
) => `(select ${sums} from movimento_estoque m where m.mercadoria_id = i.mercadoria_id and m.empresa_id = d.empresa_id
  and m.id <= d.movimento_id and m.criado_em < d."dhAte")`

effects(mercadoriaFechamento, {
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    // A cost that was told corrects what is there now: value without goods.
    posts: [{ ledger: 'estoque', when: {}, sums: { qTrib: 'select 0' } }],
    proofs: {
      'mercadoria_fechamento: a quantidade de uma linha é a do livro no dia': `select count(*) from mercadoria_fechamento d
        join mercadoria_fechamento_item i on i.mercadoria_fechamento_id = d.id
        where d."dhFinalizacao" is not null and i.quantidade <> coalesce(${LEDGER('sum(m."qTrib")')}, 0)`,
    },
  },
})
