import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { CodeTable } from '../../../core/fields/cadastros/tabelas-fiscais'
import type { Ctx } from '../../../http/platform/context'

/** The official tables of codes that come with the program, beside the municipalities. */
export const CODE_TABLES = ['ncm', 'cfop', 'cest', 'cst', 'cclasstrib'] as const satisfies readonly CodeTable[]

export const isCodeTable = (name: string): name is CodeTable => CODE_TABLES.some((one) => one === name)

/**
 * Loads the municipalities (IBGE) and the fiscal tables that come with the program, one statement a table. What stands already is kept and takes the
 * official name; `prumo import` renews them later.
 */
export async function loadTables(ctx: Ctx): Promise<void> {
  const [{ importMunicipios }, { importCodes }] = await Promise.all([
    import('../../import/municipios'),
    import('../../import/code-table'),
  ])
  await importMunicipios(ctx, await packed('municipios'))
  for (const name of CODE_TABLES) await importCodes(ctx, name, await packed(name))
}

async function packed(name: CodeTable | 'municipios'): Promise<string> {
  return brotliDecompressSync(await readFile(join(import.meta.dirname, `${name}.json.br`))).toString('utf8')
}
