import { type SQL, sql } from 'drizzle-orm'
import {
  separacaoComputed,
  separacaoFields,
  separacaoLeituraFields,
  separacaoMercadoriaComputed,
  separacaoMercadoriaFields,
  separacaoVendaFields,
  separacaoVolumeFields,
  PICKED_FOR,
} from '../../../core/fields/expedicao/separacao'
import { separacaoLife } from '../../../core/lifecycle/separacao'
import { pickingFields } from '../../../core/settings/settings'
import { rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { refuseRows, resource, type RecordOf } from '../../platform/resource'
import { settingsOf } from '../../sis/configuracao'
import { ownFieldsFault } from '../../sis/own-fields'

const LINES = sql.raw(
  'from separacao_mercadoria l join separacao_venda d on d.id = l.separacao_venda_id where l.separacao_id = t.id',
)
/** SQL: a figure of the order's live lines. */
const ofLines = (figure: SQL): SQL => sql`(select ${figure} ${LINES} and d."dhCancelamento" is null)`

/** Picking orders (N3-004): what is fetched of one warehouse in one walk. Documents make them, by `make.ts`; a person can only open an empty wave, which others are joined to. */
export const separacao = resource({
  name: 'separacao',
  paths: ['expedicao/separacao'],
  title: 'Separação',
  right: 'separacao',
  company: 'own',
  fields: separacaoFields,
  life: separacaoLife,
  search: ['obs', 'armazem_id.xNome'],
  display: ['armazem_id', 'criado_em'],
  indexes: [['empresa_id', 'status', 'id']],
  custom: {
    nao_impressas: () => sql`t."dhImpressao" is null`,
    minhas: (_, ctx) => sql`t.user_id = ${ctx.actor.id}`,
    /** Goods were fetched for documents that were cancelled, and have not been put back. */
    a_guardar: () =>
      sql`exists (select 1 ${LINES} and d."dhCancelamento" is not null and l."qSeparada" > 0 and l."dhGuardado" is null)`,
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      const named = pickingFields(await settingsOf(ctx))
      refuseRows(drafts, ({ values, before }) =>
        ownFieldsFault(values.custom_fields, {
          named: [...named, ...Object.keys(before?.custom_fields ?? {})],
          where: 'na separação',
        }),
      )
    },
    remove: async (ctx, { id }) => {
      const [row] = await rowsOf(
        ctx,
        sql`select 1 from separacao_venda d where d.separacao_id = ${Number(id)} and d."dhCancelamento" is null limit 1`,
      )
      if (row) throw badRequest('Esta separação tem documentos: ela some com eles.', 'has_documents')
    },
  },
  computed: {
    codigo: { meta: separacaoComputed.codigo.meta, sql: () => sql`lpad(t.id::text, 12, '0')` },
    documentos: {
      meta: separacaoComputed.documentos.meta,
      sql: () =>
        sql`(select count(*)::int from separacao_venda d where d.separacao_id = t.id and d."dhCancelamento" is null)`,
    },
    itens: { meta: separacaoComputed.itens.meta, sql: () => ofLines(sql`count(*)::int`) },
    separados: {
      meta: separacaoComputed.separados.meta,
      sql: () => ofLines(sql`count(*) filter (where l."dhConferencia" is not null)::int`),
    },
    faltas: {
      meta: separacaoComputed.faltas.meta,
      sql: () => ofLines(sql`count(*) filter (where l.motivo is not null)::int`),
    },
    guardar: {
      meta: separacaoComputed.guardar.meta,
      sql: () =>
        sql`(select count(*)::int ${LINES} and d."dhCancelamento" is not null and l."qSeparada" > 0 and l."dhGuardado" is null)`,
    },
  },
})

export type Separacao = RecordOf<typeof separacao>

/** The documents of an order (N3-005). */
export const separacaoVenda = resource({
  name: 'separacao_venda',
  paths: ['expedicao/separacao_venda'],
  title: 'Documento da separação',
  right: 'separacao',
  readOnly: true,
  company: 'own',
  fields: separacaoVendaFields,
  search: ['xNome'],
  display: ['documento', 'xNome', 'posicao'],
  parent: { resource: 'separacao', field: 'separacao_id', list: 'separacao_venda', apart: 'shown' },
})

const ofDocument = (columns: SQL): SQL =>
  sql`(select ${columns} from separacao_venda d where d.id = t.separacao_venda_id)`
/** SQL: the number of the document that a row `d` of the order's documents is of. */
export const DOCUMENT_ID = sql.raw(
  `coalesce(${Object.values(PICKED_FOR)
    .map((column) => `d.${column}`)
    .join(', ')})`,
)

/** Lots of a place that a line tells of. */
const MOST_LOTS = 50

const made = () =>
  badRequest('Os itens de uma separação nascem do documento dela, e só mudam pela separação.', 'made_by_document')

/** The lines of an order (N3-006): what is fetched from where. Documents make them, and verbs alone change them. */
export const separacaoMercadoria = resource({
  name: 'separacao_mercadoria',
  paths: ['expedicao/separacao_mercadoria'],
  title: 'Item da separação',
  right: 'separacao',
  company: 'own',
  fields: separacaoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd', 'qTrib'],
  indexes: [['mercadoria_id', 'armazenamento_id']],
  parent: { resource: 'separacao', field: 'separacao_id', list: 'separacao_mercadoria', apart: 'shown' },
  hooks: {
    prepare: (_ctx, drafts) => {
      if (drafts.some(({ before }) => !before)) throw made()
    },
    remove: () => {
      throw made()
    },
  },
  custom: {
    /** Places that had less than they should, and were not counted since. */
    a_recontar: () => sql`t.motivo is not null and not exists (select 1 from mercadoria_inventario_item c
      where c.mercadoria_id = t.mercadoria_id and c.armazenamento_id = t.armazenamento_id and c."dhContagem" > t."dhFalta")`,
  },
  computed: {
    mercadoria_armazenamento: {
      meta: separacaoMercadoriaComputed.mercadoria_armazenamento.meta,
      sql: () => sql`(select jsonb_build_object('id', s.id, 'mercadoria', jsonb_build_object('id', t.mercadoria_id, 'xProd', t."xProd"),
        'armazenamento', jsonb_build_object('id', a.id, 'codigo', a.codigo), 'lote_list', (select coalesce(jsonb_agg(x), '[]') from (
          select l.lote_id, o."nLote", o."dVal", l."qDisp" from mercadoria_armazenamento_lote l join mercadoria_lote o on o.id = l.lote_id
          where l.mercadoria_id = s.mercadoria_id and l.armazenamento_id = s.armazenamento_id and l."qDisp" <> 0 order by o."dVal" nulls last, o.id limit ${MOST_LOTS}) x))
        from mercadoria_armazenamento s join armazenamento a on a.id = s.armazenamento_id where s.mercadoria_id = t.mercadoria_id and s.armazenamento_id = t.armazenamento_id)`,
    },
    local: {
      meta: separacaoMercadoriaComputed.local.meta,
      sql: () => sql`(select a.codigo from armazenamento a where a.id = t.armazenamento_id)`,
    },
    nLote: {
      meta: separacaoMercadoriaComputed.nLote.meta,
      sql: () => sql`(select o."nLote" from mercadoria_lote o where o.id = t.lote_id)`,
    },
    dVal: {
      meta: separacaoMercadoriaComputed.dVal.meta,
      sql: () => sql`(select o."dVal" from mercadoria_lote o where o.id = t.lote_id)`,
    },
    documento: { meta: separacaoMercadoriaComputed.documento.meta, sql: () => ofDocument(sql`d.documento`) },
    documento_id: { meta: separacaoMercadoriaComputed.documento_id.meta, sql: () => ofDocument(DOCUMENT_ID) },
    posicao: { meta: separacaoMercadoriaComputed.posicao.meta, sql: () => ofDocument(sql`d.posicao`) },
    cancelado: {
      meta: separacaoMercadoriaComputed.cancelado.meta,
      sql: () => ofDocument(sql`d."dhCancelamento" is not null`),
    },
  },
})

export type Linha = RecordOf<typeof separacaoMercadoria>

/** What scanners read of an order: added, never changed. */
export const separacaoLeitura = resource({
  name: 'separacao_leitura',
  paths: ['expedicao/separacao_leitura'],
  title: 'Leitura da separação',
  right: 'separacao',
  readOnly: true,
  company: 'own',
  fields: separacaoLeituraFields,
  search: ['codigo'],
  display: ['codigo', 'qTrib'],
  unique: [['empresa_id', 'chave']],
  indexes: [['etiqueta']],
  parent: { resource: 'separacao', field: 'separacao_id', list: 'separacao_leitura', apart: true },
})

/** The boxes that an order's goods leave in. */
export const separacaoVolume = resource({
  name: 'separacao_volume',
  paths: ['expedicao/separacao_volume'],
  title: 'Volume da separação',
  right: 'separacao',
  readOnly: true,
  company: 'own',
  fields: separacaoVolumeFields,
  search: [],
  display: ['nVolume', 'peso'],
  unique: [['separacao_venda_id', 'nVolume']],
  parent: { resource: 'separacao', field: 'separacao_id', list: 'separacao_volume', apart: true },
})
