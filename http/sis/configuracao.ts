import { sql } from 'drizzle-orm'
import { CoreError } from '../../core/errors'
import { decimal } from '../../core/money/decimal'
import { SETTINGS, type SettingValues } from '../../core/settings/settings'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { f } from '../platform/fields'
import { type Draft, resource } from '../platform/resource'

/** Items of the application's configuration, by name. */
export const configuracao = resource({
  name: 'configuracao',
  paths: ['sis/configuracao', 'configuracao'],
  title: 'Item de configuração',
  right: 'configuracao',
  open: true,
  company: 'none',
  fields: {
    name: f.text('Nome', { max: 80, normalize: itemName }).required(),
    type: f.choice('Tipo', ['text', 'number', 'boolean']).default('text'),
    value: f.text('Valor', { max: 2000, doc: 'Como texto; boolean é true ou false' }),
    descricao: f.text('Para que serve', { max: 200 }),
  },
  search: ['name', 'descricao'],
  display: ['name', 'type', 'value'],
  unique: [['name']],
  defaultOrder: 'name',
  hooks: { prepare: (_, drafts) => drafts.forEach(checkValue) },
})

function itemName(text: string) {
  return /^[a-z][a-z\d_.]*$/i.test(text) ? { ok: text } : { error: 'Use letras sem acento, algarismos, _ e ponto.' }
}

const BOOLEAN = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['sim', 'true'],
  ['false', 'false'],
  ['0', 'false'],
  ['não', 'false'],
  ['nao', 'false'],
])

/** The value is written as its type writes it. */
function checkValue({ before, values }: Draft): void {
  const { type = 'text', value } = { ...before, ...values }
  if (typeof value !== 'string' || type === 'text') return
  const written = type === 'number' ? numberText(value) : BOOLEAN.get(value.toLowerCase())
  if (written === undefined)
    throw invalid({ value: [type === 'number' ? 'Informe um número.' : 'Informe verdadeiro ou falso.'] })
  values.value = written
}

function numberText(text: string): string | undefined {
  try {
    return decimal(text).toString()
  } catch (error) {
    if (error instanceof CoreError) return undefined
    throw error
  }
}

/** What the configuration says of the settings that the program asks for. */
export async function settingsOf(ctx: Pick<Ctx, 'db'>): Promise<SettingValues> {
  const names = sql.join(
    SETTINGS.map((name) => sql`${name}`),
    sql`, `,
  )
  const rows = await rowsOf(ctx, sql`select name, value from configuracao where name in (${names})`)
  return Object.fromEntries(rows.map((row) => [String(row.name), row.value === null ? null : String(row.value)]))
}
