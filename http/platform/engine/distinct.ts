import { ApiError } from '../errors'
import { allResources, type Draft, faultName, type Resource, uniqueIndexName } from '../resource'
import { setByEngine } from './refs'

/** The database cuts longer names. */
const LONGEST_NAME = 63
const LISTED = 'Já está na lista.'

/** Lines of one document differ in what tells them apart. Throws 409 with each that stands there already. */
export function assertDistinct(lines: Resource, drafts: readonly Draft[]): void {
  const errors: Record<string, string[]> = {}
  for (const names of lines.unique ?? []) {
    const [told] = ownFields(lines, names)
    if (told === undefined) continue
    const seen = new Set<string>()
    for (const draft of drafts) {
      const values = names.map((name) => valueOf(draft, name))
      // What is empty is like nothing else, as in the database.
      if (values.includes(null)) continue
      const key = JSON.stringify(values)
      if (seen.has(key)) errors[faultName(draft, told)] = [LISTED]
      seen.add(key)
    }
  }
  if (Object.keys(errors).length > 0) throw new ApiError(409, 'conflict', LISTED, errors)
}

function valueOf({ values, before }: Draft, name: string): unknown {
  return (Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? null
}

/** Those of a unique index's fields that people fill in. */
function ownFields(resource: Resource, names: readonly string[]): readonly string[] {
  return names.filter((name) => !setByEngine(resource, name))
}

/** A 409 from the unique index that refused a row: which fields are as another record has them, marked where they are the record's own. */
export function duplicate(index: string | undefined): ApiError {
  for (const resource of allResources()) {
    const names = resource.unique?.find((one) => uniqueIndexName(resource.name, one).slice(0, LONGEST_NAME) === index)
    const fields = names ? ownFields(resource, names) : []
    if (fields.length === 0) continue
    const labels = fields.map((name) => resource.fields[name]?.meta.label ?? name)
    const values = fields.length === 1 ? 'este valor' : 'estes valores'
    const message = `Já existe um registro com ${values} em ${new Intl.ListFormat('pt-BR').format(labels)}.`
    // A line's fields have other names in its document.
    const marked = resource.parent ? undefined : Object.fromEntries(fields.map((name) => [name, [message]]))
    return new ApiError(409, 'conflict', message, marked)
  }
  return new ApiError(409, 'conflict', 'Já existe um registro igual.')
}
