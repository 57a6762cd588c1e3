import { sql } from 'drizzle-orm'
import {
  entradaDuplicataFields,
  entradaFields,
  entradaMercadoriaComputed,
  entradaMercadoriaFields,
} from '../../../core/fields/estoque/entrada'
import { NO_LOTS } from '../../../core/fields/estoque/lote'
import { entradaLife } from '../../../core/lifecycle/entrada'
import { effects } from '../../documents/steps'
import { entryWithoutXml } from '../../compras/without-pair'
import { totals } from '../../documents/totals'
import { resource } from '../../platform/resource'
import { dueHooks, entradaHooks, itemHooks } from './hooks'

/** Goods entries. */
export const entrada = resource({
  name: 'entrada',
  paths: ['entrada', 'estoque/entrada'],
  title: 'Entrada',
  right: 'entrada',
  company: 'own',
  fields: entradaFields,
  life: entradaLife,
  search: ['chNFe', 'xOrigem', 'fornecedor_id.xNome', 'cliente_id.xNome'],
  display: ['nNF', 'vTotal'],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'nNF'],
  ],
  custom: { sem_xml: entryWithoutXml },
  hooks: entradaHooks,
})

totals(entrada, {
  items: 'entrada_mercadoria',
  sums: {
    vProd: 'sum(i."vProd")',
    vFrete: 'sum(i."vFrete" + i."vSeg")',
    vOutro: 'sum(i."vOutro")',
    vDesc: 'sum(i."vDesc")',
    vIPI: 'sum(i."vIPI")',
    vST: 'sum(i."vICMSST")',
    vTotal: 'sum(i."vTotal")',
  },
})

effects(entrada, {
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      {
        ledger: 'estoque',
        when: { movimenta_estoque: true },
        sums: {
          qTrib: 'select sum("qTrib") from entrada_mercadoria i where i.entrada_id = d.id',
          vCusto: 'select sum("vTotal") from entrada_mercadoria i where i.entrada_id = d.id',
        },
      },
      {
        ledger: 'titulos',
        when: { gera_financeiro: 'GERA_DUPLICATA' },
        sums: { valor: 'select sum("vDup") from entrada_duplicata i where i.entrada_id = d.id' },
      },
    ],
  },
})

const MOST_PLACES = 20

/** Where the company of the item `t` has of its goods, most first. */
const placesOfGoods = () => sql`(
  select coalesce(json_agg(p), '[]'::json) from (
    select s.armazenamento_id, a.codigo, a."xArmazenamento", s."qDisp" from mercadoria_armazenamento s
    join armazenamento a on a.id = s.armazenamento_id
    where s.mercadoria_id = t.mercadoria_id and s.empresa_id = t.empresa_id and s."qDisp" > 0
    order by s."qDisp" desc, s.id limit ${MOST_PLACES}) p)`

/** Items of an entry. `qTrib` (our units) = `qCom` × `fatorConversao`. */
export const entradaMercadoria = resource({
  name: 'entrada_mercadoria',
  paths: ['entrada_mercadoria', 'estoque/entrada_mercadoria'],
  title: 'Item da entrada',
  right: 'entrada',
  company: 'own',
  fields: entradaMercadoriaFields,
  search: ['xProd', 'cProd'],
  display: ['xProd', 'qTrib', 'vTotal'],
  parent: { resource: 'entrada', field: 'entrada_id', list: 'entrada_mercadorias' },
  computed: {
    exige_lote_entrada: {
      meta: entradaMercadoriaComputed.exige_lote_entrada.meta,
      sql: () => sql`(select m.controla_lote <> ${NO_LOTS} from mercadoria m where m.id = t.mercadoria_id)`,
    },
    entrada_mercadoria_id: { meta: entradaMercadoriaComputed.entrada_mercadoria_id.meta, sql: () => sql`t.id` },
    qBase: { meta: entradaMercadoriaComputed.qBase.meta, sql: () => sql`t."qCom"` },
    unAuxiliar: {
      meta: entradaMercadoriaComputed.unAuxiliar.meta,
      sql: () =>
        sql`(select u.un from unidade_auxiliar a join unidade u on u.id = a.unidade_id where a.id = t.unidade_auxiliar_id)`,
    },
    armazenamento_list: { meta: entradaMercadoriaComputed.armazenamento_list.meta, sql: placesOfGoods },
    qRecebida: {
      meta: entradaMercadoriaComputed.qRecebida.meta,
      sql: () => sql`(select coalesce(sum(l."qTrib"), 0) from entrada_leitura l where l.entrada_mercadoria_id = t.id)`,
    },
  },
  hooks: itemHooks,
})

/** Instalments of an entry: they become accounts payable. */
export const entradaDuplicata = resource({
  name: 'entrada_duplicata',
  paths: ['entrada_duplicata', 'estoque/entrada_duplicata'],
  title: 'Parcela da entrada',
  right: 'entrada',
  company: 'own',
  fields: entradaDuplicataFields,
  search: ['numero'],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'entrada', field: 'entrada_id', list: 'entrada_duplicatas' },
  hooks: dueHooks,
})
