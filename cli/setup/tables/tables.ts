import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Ctx } from '../../../http/platform/context'

/** The official tables that come with the program, and the columns of each that are kept; the code is the first. */
export const TABLES = {
  municipios: ['codigo7', 'nome'],
  cfop: ['code', 'name'],
  cest: ['code', 'name'],
} as const

export type StandardTable = keyof typeof TABLES

/**
 * Loads the municipalities (IBGE), CFOP and CEST that come with the program, one statement a table. What stands already is kept and takes the
 * official name; `prumo import` renews them later.
 */
export async function loadTables(ctx: Ctx): Promise<void> {
  const [{ importMunicipios }, { importCodes }] = await Promise.all([
    import('../../import/municipios'),
    import('../../import/code-table'),
  ])
  await importMunicipios(ctx, await packed('municipios'))
  await importCodes(ctx, 'cfop', await packed('cfop'))
  await importCodes(ctx, 'cest', await packed('cest'))
}

async function packed(name: StandardTable): Promise<string> {
  return gunzipSync(await readFile(join(import.meta.dirname, `${name}.json.gz`))).toString('utf8')
}
