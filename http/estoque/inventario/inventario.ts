import { sql } from 'drizzle-orm'
import {
  inventarioContagemFields,
  mercadoriaInventarioFields,
  mercadoriaInventarioItemFields,
} from '../../../core/fields/estoque/inventario'
import { PLACEMENT } from '../../../core/fields/estoque/mercadoria'
import { mercadoriaInventarioLife } from '../../../core/lifecycle/mercadoria-inventario'
import { meets, CHECKS } from '../../../core/access'
import { effects } from '../../documents/steps'
import { resource, type RecordOf } from '../../platform/resource'
import { headHooks, itemHooks } from './hooks'

/** Inventory counts: what lies in some places is counted by people, and the stock becomes what they found (document 2, section 3, N2-066). */
export const mercadoriaInventario = resource({
  name: 'mercadoria_inventario',
  paths: ['estoque/mercadoria_inventario'],
  title: 'Inventário',
  right: 'inventario',
  company: 'own',
  fields: mercadoriaInventarioFields,
  life: mercadoriaInventarioLife,
  search: ['descricao'],
  display: ['descricao'],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'bloqueia'],
  ],
  hooks: headHooks,
})
export type Inventory = RecordOf<typeof mercadoriaInventario>

/** What lies in one place, of one lot or of none, as it is counted (N2-067). */
export const mercadoriaInventarioItem = resource({
  name: 'mercadoria_inventario_item',
  paths: ['estoque/mercadoria_inventario_item'],
  title: 'Item do inventário',
  right: 'inventario',
  company: 'own',
  fields: mercadoriaInventarioItemFields,
  search: ['mercadoria_id.xProd', 'mercadoria_id.codigo'],
  display: ['xProd'],
  indexes: [
    ['mercadoria_inventario_id', 'armazenamento_id'],
    ['armazenamento_id', 'mercadoria_id'],
  ],
  defaultOrder: 'armazenamento_id',
  parent: { resource: 'mercadoria_inventario', field: 'mercadoria_inventario_id', list: 'itens', apart: true },
  // How far an item is tells whether it agrees with the books: of an open blind count, that is for who manages counts.
  visible: ({ actor }) =>
    meets(actor, CHECKS.manageInventory)
      ? sql`true`
      : sql`not (select v.cego and v.status = 0 from mercadoria_inventario v where v.id = t.mercadoria_inventario_id)`,
  hooks: itemHooks,
})

/** What people counted, one row each time. Of a blind count, others' rows are for who manages counts. */
export const inventarioContagem = resource({
  name: 'inventario_contagem',
  paths: ['estoque/inventario_contagem'],
  title: 'Contagem',
  right: 'inventario',
  readOnly: true,
  company: 'own',
  fields: inventarioContagemFields,
  search: [],
  display: ['quantidade'],
  unique: [['mercadoria_inventario_id', 'chave']],
  parent: { resource: 'mercadoria_inventario_item', field: 'item_id', list: 'contagens', apart: true },
  visible: ({ actor }) =>
    meets(actor, CHECKS.manageInventory)
      ? sql`true`
      : sql`(t.user_id = ${actor.id} or not (select v.cego from mercadoria_inventario v where v.id = t.mercadoria_inventario_id))`,
})

const MADE = (documento: string, lines: string, owner: string) =>
  `coalesce((select sum(l."qTrib") from ${lines} l join ${documento} e on e.id = l.${owner} join lancamento s on s.id = e.origem_id
    where s.documento = 'mercadoria_inventario' and s.documento_id = d.id and e."dhCancelamento" is null), 0)`

const made = (link: string) => ({ cancelled: 'reopens', deleted: 'reopens', undone: 'cancels', link }) as const

effects(mercadoriaInventario, {
  geraAjustes: {
    title: 'os ajustes',
    date: 'dhAjuste',
    makes: {
      entrada: { when: { entrada: true }, ...made('entrada_id') },
      saida: { when: { saida: true }, ...made('saida_id') },
    },
    proofs: {
      'mercadoria_inventario: o que entra menos o que sai é a diferença contada': `select count(*) from mercadoria_inventario d
        where d."dhAjuste" is not null and d."dhCancelamento" is null
          and coalesce((select sum(i.diferenca) from mercadoria_inventario_item i where i.mercadoria_inventario_id = d.id), 0)
            <> ${MADE('entrada', 'entrada_mercadoria', 'entrada_id')} - ${MADE('saida', 'saida_mercadoria', 'saida_id')}`,
    },
  },
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    // What lies on another shelf than the books said: neither quantity nor value of the company changes.
    posts: [{ ledger: 'estoque', when: {}, sums: { qTrib: 'select 0', vCusto: 'select 0' } }],
    proofs: {
      'mercadoria_inventario: finalizado, entrada e saída dos ajustes também': `select count(*) from mercadoria_inventario d
        left join entrada e on e.id = d.entrada_id left join saida s on s.id = d.saida_id
        where d."dhFinalizacao" is not null and ((e.id is not null and e."dhFinalizacao" is null) or (s.id is not null and s."dhFinalizacao" is null))`,
      'mercadoria_inventario: o que mudou de lugar é o que sobra em um e falta em outro': `select count(*) from mercadoria_inventario d
        where d."dhFinalizacao" is not null and coalesce((select sum(m."qTrib") from movimento_estoque m
            where m.documento = 'mercadoria_inventario' and m.documento_id = d.id and m.tipo = ${PLACEMENT} and m."qTrib" > 0), 0)
          <> coalesce((select sum(least(p.mais, p.menos)) from (select sum(greatest(i.diferenca, 0)) as mais, sum(greatest(-i.diferenca, 0)) as menos
            from mercadoria_inventario_item i where i.mercadoria_inventario_id = d.id group by i.mercadoria_id) p), 0)`,
    },
  },
})
