import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RECORD_FIELDS, type Fields } from '../../core/fields/field'
import { definitions, sources } from '../../fixtures/definitions'
import { columnOf, controlOf } from './form/controls'

/** What a definition says of a field, no screen says again by hand. */

interface Use {
  /** What it is bound to: an alias, or '' for the parts themselves. */
  readonly of: string
  readonly name: string
  readonly form: boolean
  /** What is said at the place, as it is written. */
  readonly said: string
}

function usesOf(text: string): readonly Use[] {
  const jsx = [...text.matchAll(/<(?:(\w+)\.)?(?:Reference)?Field\s([\s\S]*?)\/>/g)].map(([, of = '', said = '']) => ({
    of,
    name: /\bname="(\w+)"/.exec(said)?.[1] ?? '',
    form: true,
    said,
  }))
  const calls = [...text.matchAll(/\b(?:(\w+)\.)?(?:column|line)\('(\w+)', \{([\s\S]*?)\}\)/g)].map(
    ([, of = '', name = '', said = '']) => ({ of, name, form: false, said: said.replace(/options: \[[\s\S]*/, '') }),
  )
  return [...jsx, ...calls]
}

type Bindings = ReadonlyMap<string, Fields>

/** The fields that each alias of a screen is bound to, by itself or by a file beside it. */
function boundOf(text: string, beside: Bindings = new Map()): Bindings {
  const imported = [...beside].filter(([alias]) =>
    [...text.matchAll(/import \{([^}]*)\} from '\.\//g)].some(([, names = '']) => names.split(/\W+/).includes(alias)),
  )
  const known = new Map([...imported, ...ownOf(text)])
  const parts = [...text.matchAll(/const \{[^}]*\} = (\w+)$/gm)].map(([, alias = '']) => known.get(alias) ?? {})
  return parts.length === 0 ? known : known.set('', Object.assign({}, known.get(''), ...parts))
}

function ownOf(text: string): Bindings {
  return new Map(
    [...text.matchAll(/const (?:(\w+)|\{[^}]*\}) = fieldsOf\(([^\n]*)\)/g)].map(([, alias = '', told = '']) => {
      const names = [...told.matchAll(/\w+/g)].map(([name]) => name)
      const sets = names.map((name) => definitions.get(name) ?? {})
      return [alias, Object.assign({}, ...sets, RECORD_FIELDS)]
    }),
  )
}

const says = (said: string, what: string, value: unknown): boolean =>
  [`${what}="${value}"`, `${what}: '${value}'`, `${what}={${value}}`].some((written) => said.includes(written))

/** Which of a use's words its field says already. */
function repeated({ name, form, said }: Use, fields: Fields): readonly string[] {
  const field = fields[name]
  if (field === undefined) return []
  const known = form ? controlOf(field) : columnOf(name, field.meta)
  return Object.entries(known).flatMap(([what, value]) =>
    what !== 'options' && what !== 'field' && says(said, what, value) ? [`${name}: ${what}`] : [],
  )
}

/** Names with labels that stand beside them in no bound part: columns and parts as objects, as arguments of what makes them, as properties. */
function saidByHand(text: string, bound: Bindings): readonly string[] {
  const objects = text.matchAll(/\{\s*(?:field|name): '(\w+)',\s*label: '([^']+)'/g)
  const made = text.matchAll(/\b(?:referenceLine|referenceColumn|textColumn)\(\s*'(\w+)',\s*'([^']+)'/g)
  const loose = usesOf(text).filter(({ of }) => !bound.has(of))
  return [
    ...[...objects, ...made].map(([, name = '', label = '']) => `${name} ${label}`),
    ...loose.map(({ name, said }) => `${name} ${/\blabel="([^"]+)"/.exec(said)?.[1] ?? ''}`),
  ]
}

/** What new records and lines of a text begin with, where it is written there: names with plain values. */
function begunByHand(text: string): readonly (readonly [name: string, value: string])[] {
  const inline = [...text.matchAll(/\b(?:defaults|blank)=\{\{([^}]*)\}/g)]
  const named = [...text.matchAll(/\b(?:defaults|blank)=\{(\w+)\}/g)].flatMap(([, name = '']) => [
    ...text.matchAll(new RegExp(`const ${name}\\b[^=]*= (?:\\(\\)[^=]*=> \\()?\\{([^}]*)\\}`, 'g')),
  ])
  return [...inline, ...named].flatMap(([, told = '']) =>
    [...told.matchAll(/(\w+): ('[^']*'|[\w.]+)/g)].map(([, name = '', value = '']) => [name, value] as const),
  )
}

const written = (initial: string | number | boolean): string =>
  typeof initial === 'string' ? `'${initial}'` : String(initial)

/** Of these, what a field of the screen begins with anyway. */
const begunTwice = (text: string, bound: Bindings): readonly string[] =>
  begunByHand(text).flatMap(([name, value]) =>
    [...bound.values()].some(({ [name]: field }) => field?.initial !== undefined && written(field.initial) === value)
      ? [`${name}: ${value}`]
      : [],
  )

const texts = sources('web')
const screens = texts.map((screen) => {
  const beside = texts.filter((other) => dirname(other.path) === dirname(screen.path) && other.path !== screen.path)
  const exported = beside.flatMap(({ text }) =>
    [...ownOf(text)].filter(([alias]) => text.includes(`export const ${alias} = fieldsOf(`)),
  )
  return { ...screen, fields: boundOf(screen.text, new Map(exported)) }
})

describe('what a definition says', () => {
  it('is not said again by a screen that is bound to it', () => {
    const bound = screens.filter(({ fields }) => fields.size > 0)
    expect(bound.length).toBeGreaterThan(60)
    const wrong = bound.flatMap(({ path, text, fields }) =>
      usesOf(text).flatMap((use) => repeated(use, fields.get(use.of) ?? {}).map((what) => `${path} ${what}`)),
    )
    expect(wrong).toEqual([])
  })

  it('is not said by hand where a screen is bound to nothing', () => {
    const labels = new Set(
      [...definitions.values()].flatMap((fields) =>
        Object.entries(fields).map(([name, { meta }]) => `${name} ${meta.label}`),
      ),
    )
    const wrong = screens.flatMap(({ path, text, fields }) =>
      saidByHand(text, fields)
        .filter((one) => labels.has(one))
        .map((one) => `${path} ${one}`),
    )
    expect(wrong).toEqual([])
  })

  it('is what a new record begins with, without being said again', () => {
    const wrong = screens.flatMap(({ path, text, fields }) => begunTwice(text, fields).map((one) => `${path} ${one}`))
    expect(wrong).toEqual([])
  })

  it('is found where a new record begins with it once more', () => {
    const bound = new Map([['', definitions.get('pagamentoFields') ?? {}]])
    const beginnings = [
      `<ResourceForm defaults={{ tPag: '99', ativo: true, maxInstallments: 3, descricao: text }}>`,
      `const BEGIN: Values = { tPag: '99' } <ListField blank={BEGIN} />`,
      `const begin = (): Values => ({ ...initial, parcelaDiaUtil: 0 }) <ResourceForm defaults={begin}>`,
    ]
    expect(beginnings.map((text) => begunTwice(text, bound))).toEqual([
      [`tPag: '99'`, 'ativo: true'],
      [`tPag: '99'`],
      ['parcelaDiaUtil: 0'],
    ])
  })

  it('is found where it is said twice', () => {
    const text = `const { Field, column } = fieldsOf(fabricanteFields)
      <Field name="site" label="Site" span={7} onCommit={(a) => b} /> column('CNPJ_CPF', { label: 'CNPJ', width: 1 })`
    const fields = boundOf(text).get('') ?? {}
    expect(usesOf(text).flatMap((use) => repeated(use, fields))).toEqual(['site: label', 'CNPJ_CPF: label'])
  })

  it('is found where a file beside binds it, and where nothing is bound', () => {
    const beside = new Map([['maker', definitions.get('fabricanteFields') ?? {}]])
    const text = `import { maker, RESOURCE } from './maker'
      const { column } = maker
      column('site', { label: 'Site' }) maker.line('CNPJ_CPF', { label: 'CNPJ' })`
    const fields = boundOf(text, beside)
    expect(usesOf(text).flatMap((use) => repeated(use, fields.get(use.of) ?? {}))).toEqual([
      'site: label',
      'CNPJ_CPF: label',
    ])
    const loose = `<Field name="site" label="Site" /> { field: 'site', label: 'Site' } referenceLine('site', 'Site')`
    expect(saidByHand(loose, new Map())).toEqual(['site Site', 'site Site', 'site Site'])
  })
})
