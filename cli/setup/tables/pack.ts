import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import * as v from 'valibot'
import { readCodes } from '../../import/read-codes'
import { readJson } from '../../import/json'
import { CODE_TABLES, isCodeTable } from './tables'

/**
 * Run by hand when an official table changed: `bun cli/setup/tables/pack.ts municipios|ncm|cfop|cest|cst|cclasstrib FILE…`. Reads what `prumo import`
 * reads (several files make one table), keeps what is loaded, sorts by code and writes NAME.json.br beside this file.
 */
const source = v.object({ columns: v.array(v.string()), rows: v.array(v.array(v.nullable(v.string()))) })
const PLACES = ['codigo7', 'nome'] as const

const [name = '', ...paths] = process.argv.slice(2)
if (paths.length === 0) throw new Error(`pack.ts municipios|${CODE_TABLES.join('|')} FILE…`)
const texts = paths.map((path) => readFileSync(path, 'utf8'))
const columns = isCodeTable(name) ? columnsOf(name) : PLACES
const read = isCodeTable(name) ? texts.flatMap((text) => codesOf(name, text)) : texts.flatMap(placesOf)
// The same code twice in a file is one code: the first.
const keys = name === 'cst' ? 2 : 1
const rows = [...new Map(read.toReversed().map((row) => [row.slice(0, keys).join('\t'), row])).values()]
rows.sort((a, b) => (a.join('\t') < b.join('\t') ? -1 : 1))
const text = JSON.stringify({ columns, rows })
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(join(import.meta.dirname, `${name}.json.br`), packed)
process.stdout.write(`${name}: ${rows.length} rows, ${packed.length} bytes\n`)

function columnsOf(table: string): string[] {
  return [...(table === 'cst' ? ['tax'] : []), 'code', 'name', 'from', 'to']
}

function codesOf(table: Parameters<typeof readCodes>[0], text: string): (string | null)[][] {
  return readCodes(table, text).rows.map(({ imposto, codigo, descricao, dInicio = null, dFim = null }) => [
    ...(imposto === undefined ? [] : [imposto]),
    codigo,
    descricao,
    dInicio,
    dFim,
  ])
}

function placesOf(text: string): string[][] {
  const table = v.parse(source, readJson(text))
  const places = PLACES.map((column) => table.columns.indexOf(column))
  if (places.includes(-1)) throw new Error(`the columns ${PLACES.join(', ')} are needed`)
  return table.rows.map((row) => places.map((at) => row[at]?.trim() ?? ''))
}
