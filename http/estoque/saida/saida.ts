import { decimal } from '../../../core/money/decimal'
import {
  RECIPIENT_COLUMNS,
  RECIPIENTS,
  type Recipient,
  saidaBeside,
  saidaFields,
  saidaMercadoriaFields,
} from '../../../core/fields/estoque/saida'
import { saidaLife } from '../../../core/lifecycle/saida'
import { assertWay } from '../../cadastros/tipo-entrada-saida'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { hasLiveNote } from '../../nfe/nota/of-origin'
import type { Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import { MESSAGES, readId } from '../../platform/parse'
import { type Draft, refuseRows, resource, resourceNamed, type Row } from '../../platform/resource'
import { assertLinesStand, assertLineStays, assertStands, type LinesOf } from '../standing'
import { assertOwnLots } from '../output'
import { keepProducts } from '../product-lines'
import { holdsNothing } from '../reservations'

const isRecipient = (type: unknown): type is Recipient => typeof type === 'string' && Object.hasOwn(RECIPIENTS, type)

/** Whom an output goes to: the register and the number there, where it names one. */
export function recipientOf(record: Row): { readonly register: Recipient; readonly id: unknown } {
  const register = isRecipient(record.destinatario_type) ? record.destinatario_type : 'cliente'
  return { register, id: record[RECIPIENT_COLUMNS[register]] }
}

/** Outputs of goods that are no sale: to a customer, a supplier, somebody of the house, another company (N2-062). */
export const saida = resource({
  name: 'saida',
  paths: ['estoque/saida'],
  title: 'Saída',
  right: 'saida',
  company: 'own',
  fields: saidaFields,
  beside: saidaBeside,
  life: saidaLife,
  facts: async (ctx, { id }) => ({ nota: await hasLiveNote(ctx, 'saida', Number(id)) }),
  search: ['obs', 'cliente_id.xNome', 'fornecedor_id.xNome', 'colaborador_id.xNome'],
  display: ['vTotal'],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: {
    typed: (_, drafts) => assertStands(saidaFields, drafts),
    prepare: async (ctx, drafts) => {
      for (const draft of drafts) {
        await takeRecipient(ctx, draft)
        await assertWay(ctx, draft, 1)
      }
      refuseRows(drafts, (draft) => noRecipient(draft) ?? noOperation(draft))
    },
    present: async (ctx, record) => {
      const type = record.destinatario_type
      if (!isRecipient(type)) return {}
      const id = Number(record[RECIPIENT_COLUMNS[type]])
      const of = resourceNamed(type)
      const found: Row | undefined = await find(ctx, of, id)
      return { destinatario_id: id, destinatario: found ? { id, xNome: found.xNome } : null }
    },
  },
})

/** The recipient by its number alone, whatever its kind, comes into the column of its kind; columns of other kinds are emptied. By either name, it is one that the caller sees. Throws 422. */
async function takeRecipient(ctx: Ctx, { before, values, input = {} }: Draft): Promise<void> {
  if (!before) values.destinatario_type ??= saidaFields.destinatario_type.initial
  const type = values.destinatario_type ?? before?.destinatario_type
  if (!isRecipient(type)) return
  const own = RECIPIENT_COLUMNS[type]
  const name = values[own] === undefined ? 'destinatario_id' : own
  const given = readId(values[own] ?? input.destinatario_id)
  if (given !== undefined && given !== before?.[own]) {
    if (!(await find(ctx, resourceNamed(type), given))) throw invalid({ [name]: [MESSAGES.ref] })
    values[own] = given
  }
  for (const column of Object.values(RECIPIENT_COLUMNS)) if (column !== own) values[column] = null
}

function noRecipient({ before, values }: Draft): Readonly<Record<string, string>> | undefined {
  const now: Row = { ...before, ...values }
  const type = now.destinatario_type
  return isRecipient(type) && (now[RECIPIENT_COLUMNS[type]] ?? null) === null
    ? { [RECIPIENT_COLUMNS[type]]: MESSAGES.required }
    : undefined
}

/** A note is by an operation. */
function noOperation({ before, values }: Draft): Readonly<Record<string, string>> | undefined {
  const { geraNFe, tipo_entrada_saida_id = null }: Row = { ...before, ...values }
  return geraNFe === 1 && tipo_entrada_saida_id === null
    ? { tipo_entrada_saida_id: 'Escolha a operação da nota.' }
    : undefined
}

totals(saida, { items: 'saida_mercadoria', sums: { vTotal: 'sum(i."vTotal")' } })

const GOODS = 'select sum("qTrib") from saida_mercadoria i where i.saida_id = d.id'
effects(saida, {
  separar: {
    title: 'a separação',
    date: 'dhExpedicao',
    posts: [{ ledger: 'reservas', when: { movimenta_estoque: true }, sums: { q: GOODS } }],
  },
  finalizar: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      {
        ledger: 'estoque',
        when: { movimenta_estoque: true },
        sums: {
          qTrib: `select -sum("qTrib") from saida_mercadoria i where i.saida_id = d.id`,
          vCusto: `select -sum("vCusto") from saida_mercadoria i where i.saida_id = d.id`,
        },
      },
      { ledger: 'reservas', when: { reservada: true }, sums: { q: `select -(${GOODS})` } },
    ],
    proofs: {
      'saida: finalizada ou cancelada, nada reserva': holdsNothing('saida', ['dhFinalizacao', 'dhCancelamento']),
    },
  },
})

const OWNER: LinesOf = { of: 'saida', field: 'saida_id', fields: saidaMercadoriaFields }

/** Goods of another output. */
export const saidaMercadoria = resource({
  name: 'saida_mercadoria',
  paths: ['estoque/saida_mercadoria'],
  title: 'Item da saída',
  right: 'saida',
  company: 'own',
  fields: saidaMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: { resource: 'saida', field: 'saida_id', list: 'saida_mercadoria_list' },
  hooks: {
    typed: (ctx, drafts, parent) => assertLinesStand(ctx, OWNER, drafts, parent),
    remove: (ctx, row, parent) => assertLineStays(ctx, OWNER, row, parent),
    prepare: async (ctx, drafts) => {
      await keepProducts(ctx, drafts)
      await assertOwnLots(ctx, drafts)
      for (const { before, values } of drafts) {
        const { qTrib, vUnTrib } = { qTrib: '0', vUnTrib: '0', ...before, ...values }
        values.vTotal = decimal(String(qTrib))
          .times(String(vUnTrib ?? '0'))
          .toFixed(2)
      }
    },
  },
})
