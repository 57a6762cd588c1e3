import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { mercadoriaCodigoFields } from '../../../core/fields/estoque/mercadoria-codigos'
import { copyable } from '../../documents/copy'
import { action } from '../../platform/action'
import { recordOf } from '../../platform/answers'
import { createRecord } from '../../platform/engine/create'
import { show } from '../../platform/engine/record'
import { decimalInput, flag, identifier, shortText } from '../../platform/inputs'
import { parseField } from '../../platform/parse'
import { resource, resourceNamed } from '../../platform/resource'
import { invalid } from '../../platform/errors'
import { assertOwnCodes, isOneCode } from '../gtin'
import { mercadoria } from '../mercadoria'
import { assertWhole } from '../whole'

/** Bar codes of suppliers (N2-048): of goods, or of a box that holds several. One reading is so many of our units, or asks how many. */
export const mercadoriaCodigo = resource({
  name: 'mercadoria_codigo',
  paths: ['estoque/mercadoria_codigo', 'mercadoria_codigo'],
  title: 'Código de barras do fornecedor',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaCodigoFields,
  search: ['codigo', 'mercadoria_id.xProd'],
  display: ['codigo', 'qTrib'],
  unique: [['codigo']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'codigos_barras' },
  custom: {
    /** This code; a GTIN with or without the zeros before it. */
    codigo_barras: (value) => isOneCode(sql`t.codigo`, [String(value)]),
  },
  hooks: {
    prepare: async (ctx, drafts, parent) => {
      await assertOwnCodes(ctx, drafts, {
        field: 'codigo',
        product: ({ before, values }) => Number(parent?.id ?? values.mercadoria_id ?? before?.mercadoria_id),
      })
      // A reading that adds a code asks how many it stands for, as a form does.
      await assertWhole(ctx, resourceNamed('mercadoria_codigo'), drafts)
    },
  },
})

const barcode = shortText(48)

/** A bar code that is read and not known yet is given to a product (E2-115). */
export const addBarcode = action(mercadoria, 'addBarcode', {
  on: 'record',
  right: 'edit',
  summary: 'Acrescenta um código de barras do fornecedor, com quantas unidades uma leitura vale.',
  input: v.object({
    fornecedor_id: v.nullish(identifier),
    qTrib: v.nullish(decimalInput),
    txtBarcode: barcode,
    solicitaQuantidade: v.nullish(flag),
  }),
  answer: recordOf('mercadoria_codigo'),
  run: async ({ ctx, record, input }) => {
    const made = await createRecord(ctx, mercadoriaCodigo, {
      values: {
        mercadoria_id: record.id,
        fornecedor_id: input.fornecedor_id ?? null,
        codigo: read('codigo', 'txtBarcode', input.txtBarcode),
        qTrib: read('qTrib', 'qTrib', input.qTrib ?? '1'),
        qtdVariavel: input.solicitaQuantidade ?? false,
      },
      acao: 'addBarcode',
    })
    return show(ctx, mercadoriaCodigo, made.id)
  },
})

/** A value by the rules of its field, under the name that the call gives it. Throws 422. */
function read(field: 'codigo' | 'qTrib', name: string, value: string): unknown {
  const parsed = parseField(mercadoriaCodigoFields[field].meta, value)
  if ('error' in parsed) throw invalid({ [name]: [parsed.error] })
  return parsed.ok
}

/** Another bar code of the same supplier, for as many (E2-141): a code is never twice. */
export const duplica = action(mercadoriaCodigo, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Outro código de barras da mesma mercadoria e do mesmo fornecedor, com a mesma quantidade.',
  input: v.object({ codigo: barcode }),
  answer: recordOf('mercadoria_codigo'),
  run: async ({ ctx, record, input }) => {
    const made = await createRecord(ctx, mercadoriaCodigo, {
      values: {
        ...copyable(mercadoriaCodigo, record),
        mercadoria_id: record.mercadoria_id,
        codigo: read('codigo', 'codigo', input.codigo),
      },
      acao: 'duplica',
    })
    return show(ctx, mercadoriaCodigo, made.id)
  },
})
