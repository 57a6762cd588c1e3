import * as v from 'valibot'
import { empresaFields } from '../../../core/fields/cadastros/empresa'
import { armazenamentoFields } from '../../../core/fields/estoque/registers'
import type { Fields } from '../../../core/fields/field'
import { pagamentoFields } from '../../../core/fields/financeiro/registers'
import { refused } from '../../exit'
import { readJson } from '../../import/json'

const LIMIT = 100
const REF_FIELDS = new Set(['empresa_id', 'armazem_id'])

/** What people may write of a register: none of its references but the municipality, which has a name beside its code. */
const namesOf = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([name, { meta }]) => !meta.computed && !meta.secret && !REF_FIELDS.has(name))
    .map(([name]) => name)

const COMPANY = [...namesOf(empresaFields), 'municipio']
const value = v.union([v.string(), v.number(), v.boolean(), v.null()], 'informe um texto, um número ou sim e não')
const known = (names: readonly string[]) =>
  v.record(
    v.picklist(names, (issue) => `não há o campo ${issue.received}; há: ${names.join(', ')}`),
    value,
  )
const listOf = <S extends v.GenericSchema>(one: S) =>
  v.optional(v.pipe(v.array(one, 'informe uma lista'), v.maxLength(LIMIT, `informe no máximo ${LIMIT}`)), [])
const text = v.string('informe um texto')

const shape = v.strictObject(
  {
    empresa: v.optional(known(COMPANY)),
    locais: listOf(known(namesOf(armazenamentoFields))),
    pagamentos: listOf(known(namesOf(pagamentoFields))),
    usuarios: listOf(
      v.strictObject({ nome: text, email: text, senha: v.optional(text), regras: v.optional(v.array(text), []) }),
    ),
  },
  'não há esta parte; há: empresa, locais, pagamentos, usuarios',
)

/**
 * What a company is told at its beginning: `empresa`, `locais` and `pagamentos` by the names of their registers' own fields (and `municipio`, a name, in
 * place of `cMun`), `usuarios` with roles by their names or what people call them. A password is generated where none is given.
 */
export type Given = v.InferOutput<typeof shape>
export type Entry = Readonly<Record<string, v.InferOutput<typeof value>>>

/** Reads the text of a JSON file. Throws exit code 1 that names every field at fault. */
export function readGiven(text: string): Given {
  const json = readJson(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw refused(
      'O arquivo não é um objeto JSON: {"empresa": {…}, "locais": […], "pagamentos": […], "usuarios": […]}.',
    )
  const read = v.safeParse(shape, json)
  if (read.success) return read.output
  throw refused(read.issues.map((issue) => `${v.getDotPath(issue) ?? 'arquivo'}: ${issue.message}`).join('\n'))
}
