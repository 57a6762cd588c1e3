import { passes } from '../../../core/access'
import { verbOf } from '../../../core/lifecycle/standing'
import { actionsOf, parseInput } from '../action'
import type { Ctx } from '../context'
import { customName, isExtensible } from '../custom/definitions'
import { namedValues } from '../custom/own-values'
import { answerStored } from '../engine/columns'
import { remove } from '../engine/remove'
import { save } from '../engine/save'
import { find, load } from '../engine/write'
import { type ApiError, conflict, forbidden, invalid, notFound } from '../errors'
import { allResources, type Resource, type Row } from '../resource'
import { assertMay } from '../rights'

/** What is done to one record: what it was before, and the version that was left, where it can be undone. */
interface DoneTo {
  readonly antes?: Row
  readonly versao_depois?: number
}

/** One record of a task that does the same to many. */
export interface Item {
  readonly registro_id: number
  readonly versao_antes: number | null
  /** Of what is undone: the values it had, and the version that the change left. */
  readonly antes?: Row | null
  readonly versao_depois?: number | null
}

/** Something that can be done to many records, each in a transaction of its own. */
export interface BulkKind {
  readonly resource: Resource
  /** What people call it: `Expedir`. */
  readonly label: string
  /** Throws where the caller may not do it to any, or where what it needs is missing. */
  readonly check: (ctx: Ctx) => void
  readonly run: (ctx: Ctx, item: Item) => Promise<DoneTo>
}

/** Deleting, changing fields, and taking such changes back, of any register or document. */
export const DELETE = 'exclui'
export const CHANGE = 'altera'
export const UNDO = 'desfaz'

/** What `acao` does to records of a resource, with `dados`. Throws 422 for what cannot be done to many. */
export function bulkKind(recurso: string, acao: string, dados: Row): BulkKind {
  const resource = known(recurso)
  if (acao === DELETE) return deleting(writable(resource))
  if (acao === CHANGE) return changing(writable(resource), dados)
  if (acao === UNDO) return undoing(writable(resource))
  return verb(resource, acao, dados)
}

/** A register or document by its name, or by a path of its: lines are their document's. */
function known(recurso: string): Resource {
  const found = allResources().find(({ name, paths }) => name === recurso || paths.includes(recurso))
  if (!found || found.parent) throw invalid({ recurso: ['Recurso desconhecido.'] })
  return found
}

function writable(resource: Resource): Resource {
  if (resource.readOnly) throw invalid({ recurso: ['Estes registros não são alterados em lote.'] })
  return resource
}

const deleting = (resource: Resource): BulkKind => ({
  resource,
  label: 'Excluir',
  check: (ctx) => assertMay(ctx, resource, 'delete'),
  run: async (ctx, { registro_id }) => {
    await remove(ctx, resource, registro_id)
    return {}
  },
})

/** Changes the given fields of each record, by all the rules of a save, where it is still as it was seen. */
function changing(resource: Resource, dados: Row): BulkKind {
  const names = Object.keys(dados)
  const unfit = names.filter((name) => {
    // What a company added is judged by its definition, as it is saved.
    if (isExtensible(resource) && name.startsWith(customName(''))) return false
    const meta = Object.hasOwn(resource.fields, name) ? resource.fields[name]?.meta : undefined
    return !meta || meta.computed || meta.secret || meta.kind === 'json' || name === 'empresa_id'
  })
  if (names.length === 0) throw invalid({ dados: ['Informe o que muda.'] })
  if (unfit.length > 0)
    throw invalid(Object.fromEntries(unfit.map((name) => [name, ['Este campo não é alterado em lote.']])))
  return {
    resource,
    label: 'Alterar',
    check: (ctx) => assertMay(ctx, resource, 'edit'),
    run: async (ctx, { registro_id, versao_antes }) => {
      const record = await load(ctx, resource, registro_id, { lock: true })
      const before = { ...answerStored(resource, record), ...(await namedValues(ctx, resource, record)) }
      const seen = versao_antes === null ? {} : { versao: versao_antes }
      const saved = await save(ctx, resource, registro_id, { ...dados, ...seen })
      return { antes: Object.fromEntries(names.map((name) => [name, before[name]])), versao_depois: saved.versao }
    },
  }
}

/** Gives records the values back that a change took, where nobody changed them since. */
const undoing = (resource: Resource): BulkKind => ({
  resource,
  label: 'Desfazer',
  check: (ctx) => assertMay(ctx, resource, 'edit'),
  run: async (ctx, { registro_id, antes, versao_depois }) => {
    const now = await find(ctx, resource, registro_id, { lock: true })
    if (!now) throw notFound()
    if (now.versao !== versao_depois)
      throw conflict('Este registro foi alterado depois: os valores de antes não voltaram.')
    await save(ctx, resource, registro_id, { ...antes, versao: now.versao })
    return {}
  },
})

/** A verb of the document's life, as it is called for one document. */
function verb(resource: Resource, acao: string, dados: Row): BulkKind {
  const one = actionsOf(resource).find((one) => one.name === acao || one.verb === acao)
  const { life } = resource
  const moves = life && one?.verb !== undefined && one.on === 'record' && !one.reads && !one.ask
  const told = moves ? verbOf(life, one.verb ?? '') : undefined
  if (!one || !told || told.copies) throw invalid({ acao: ['Esta ação não é feita em lote.'] })
  const { right } = one
  return {
    resource,
    label: told.label.split(' ')[0] ?? told.label,
    check: (ctx) => {
      if (right !== 'own') assertMay(ctx, resource, right)
      if (told.need && !passes(ctx.actor, told.need.check)) throw forbidden(told.need.say)
      parseInput(one.input, dados)
    },
    run: async (ctx, { registro_id }) => {
      if (right !== 'own') assertMay(ctx, resource, right)
      await one.run(ctx, await load(ctx, resource, registro_id, { lock: true }), dados)
      return {}
    },
  }
}

/** Why a record could not be done. */
export type Refused = Pick<ApiError, 'code' | 'message' | 'errors'>

/** What a record that could not be done is told with. */
export const reasonOf = ({ code, message, errors }: Refused): { readonly codigo: string; readonly motivo: string } => ({
  codigo: code.slice(0, 60),
  motivo: (errors ? [...new Set(Object.values(errors).flat())].join(' ') || message : message).slice(0, 2000),
})
