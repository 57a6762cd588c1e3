import { sql } from 'drizzle-orm'
import { mercadoriaReferenciaFields } from '../../../core/fields/estoque/mercadoria-codigos'
import { resource } from '../../platform/resource'

/** References of goods (N2-051): what others call them. A product is found by each. */
export const mercadoriaReferencia = resource({
  name: 'mercadoria_referencia',
  paths: ['estoque/mercadoria_referencia', 'mercadoria_referencia'],
  title: 'Referência',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaReferenciaFields,
  search: ['referencia', 'mercadoria_id.xProd'],
  display: ['referencia'],
  unique: [['mercadoria_id', 'referencia']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'referencias' },
})

/** SQL: are the goods `t` called so by one of their references? Case, accents and signs aside. */
export const isReferred = (text: string) =>
  sql`exists (select 1 from mercadoria_referencia r where r.mercadoria_id = t.id and prumo_busca(r.referencia) = prumo_busca(${text}))`
