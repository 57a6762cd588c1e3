import { configuracaoFields } from '../../core/fields/sis/configuracao'
import { type SQL, sql } from 'drizzle-orm'
import { CoreError } from '../../core/errors'
import { decimal } from '../../core/money/decimal'
import { ALL_STARTS, groupStarts } from '../../core/settings/groups'
import { SERVER_SETTINGS, serverSettingFault } from '../../core/settings/server'
import type { SettingValues } from '../../core/settings/settings'
import { SETTINGS } from '../../core/settings/texts'
import { f } from '../../core/fields/field'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'

/** Items of the application's configuration, by name. */
export const configuracao = resource({
  name: 'configuracao',
  paths: ['sis/configuracao', 'configuracao'],
  title: 'Item de configuração',
  right: 'configuracao',
  company: 'none',
  fields: configuracaoFields,
  search: ['name', 'descricao'],
  display: ['name', 'type', 'value'],
  unique: [['name']],
  defaultOrder: 'name',
  computed: {
    alterado_por: {
      meta: f.text('Alterado por').computed().meta,
      sql: () => sql`(
        select u.name from auditoria a join "user" u on u.id = a.user_id
        where a.recurso = 'configuracao' and a.registro_id = t.id order by a.id desc limit 1)`,
    },
  },
  custom: { grupo: (group) => inGroup(String(group)) },
  hooks: { prepare: (_, drafts) => drafts.forEach(checkValue) },
})

/** The items of a group, by how their names begin; of any other word those that are in none. */
function inGroup(group: string): SQL {
  const starts = groupStarts(group)
  const named = sql`exists (select 1 from jsonb_array_elements_text(${JSON.stringify(starts ?? ALL_STARTS)}::jsonb) s where starts_with(t.name, s))`
  return starts === undefined ? sql`not ${named}` : named
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
  const { name, type = 'text', value } = { ...before, ...values }
  if (typeof value !== 'string') return
  const written = type === 'text' ? value : type === 'number' ? numberText(value) : BOOLEAN.get(value.toLowerCase())
  if (written === undefined)
    throw invalid({ value: [type === 'number' ? 'Informe um número.' : 'Informe verdadeiro ou falso.'] })
  const fault = serverSettingFault(String(name), written)
  if (fault !== undefined) throw invalid({ value: [fault] })
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
export const settingsOf = (ctx: Pick<Ctx, 'db'>): Promise<SettingValues> => valuesOf(ctx, SETTINGS)

/** What it says of those that the server asks for itself. */
export const serverSettingsOf = (ctx: Pick<Ctx, 'db'>): Promise<SettingValues> => valuesOf(ctx, SERVER_SETTINGS)

async function valuesOf(ctx: Pick<Ctx, 'db'>, wanted: readonly string[]): Promise<SettingValues> {
  const names = sql.join(
    wanted.map((name) => sql`${name}`),
    sql`, `,
  )
  const rows = await rowsOf(ctx, sql`select name, value from configuracao where name in (${names})`)
  return Object.fromEntries(rows.map((row) => [String(row.name), row.value === null ? null : String(row.value)]))
}
