import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import {
  type ErrorDetail,
  ParseOption,
  XmlDocument,
  XmlElement,
  XmlParseError,
  xmlRegisterInputProvider,
  XmlValidateError,
  XsdValidator,
} from 'libxml2-wasm'
import * as v from 'valibot'
import { MDFE_SINCE } from '../../../core/fiscal/layout/mdfe-layout'
import { NFE_SETS } from '../../../core/fiscal/layout/nfe-layouts'

/** Something that a schema does not allow. */
export interface SchemaError {
  /** Names of elements from the root, repeated ones with their place: `/NFe/infNFe/det[2]/prod/NCM`. */
  readonly path: string
  readonly line: number
  /** The validator's words, without namespaces. */
  readonly message: string
}

/** What the schemas say of a document. `none`: there is no schema to ask, and why. */
export type SchemaVerdict =
  | { readonly state: 'valid'; readonly set: string }
  | { readonly state: 'invalid'; readonly set: string; readonly errors: readonly SchemaError[] }
  | { readonly state: 'none'; readonly why: string }

/** Which schema judges: the file's name in its package, and the day of issue (YYYY-MM-DD), which chooses the package. */
export interface SchemaWanted {
  readonly file: string
  readonly day: string
}

/** The schemas of a folder. */
export interface Schemas {
  check(xml: string, wanted: SchemaWanted): SchemaVerdict
}

/** From when the packages of the NF-e count, by the name that they are published under (notes and portal of the NF-e). Others are told by `vigencia.json`. */
const STARTS: Readonly<Record<string, string>> = {
  '009': '2018-08-02',
  '010b': '2025-10-06',
  ...Object.fromEntries([...NFE_SETS, MDFE_SINCE].map(({ set, since }) => [set, since])),
}
/** Packages of events, distribution and registers have no such name: they always count. */
const ALWAYS = '0000-01-01'

const startsShape = v.record(v.string(), v.pipe(v.string(), v.isoDate()))

interface Package {
  readonly name: string
  readonly folder: string
  readonly from: string
  readonly files: ReadonlySet<string>
}

const known = new Map<string, Schemas>()

/** The schemas of a folder whose subfolders are the official packages; each is compiled when it is first asked. `vigencia.json` beside them may say from when each counts. */
export function schemasIn(folder: string): Schemas {
  const root = resolve(folder)
  const found = known.get(root) ?? openFolder(root)
  known.set(root, found)
  return found
}

function openFolder(root: string): Schemas {
  if (!existsSync(root)) return { check: () => ({ state: 'none', why: `A pasta de esquemas não existe: ${root}.` }) }
  const packages = packagesOf(root)
  const compiled = new Map<string, XsdValidator>()
  return {
    check: (xml, { file, day }) => {
      const chosen = packages.find((one) => one.from <= day && one.files.has(file))
      if (!chosen) return { state: 'none', why: `Nenhum pacote de esquemas tem ${file} para ${day}.` }
      const path = join(chosen.folder, file)
      const validator = compiled.get(path) ?? compile(root, path)
      compiled.set(path, validator)
      const errors = errorsOf(xml, validator)
      return errors.length === 0 ? { state: 'valid', set: chosen.name } : { state: 'invalid', set: chosen.name, errors }
    },
  }
}

/** The packages, the one that counts latest first. */
function packagesOf(root: string): readonly Package[] {
  const told = join(root, 'vigencia.json')
  const starts = existsSync(told) ? v.parse(startsShape, JSON.parse(readFileSync(told, 'utf8'))) : {}
  return readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .flatMap(({ name }) => {
      const folder = join(root, name)
      const from = starts[name] ?? startOf(name)
      return from === undefined ? [] : [{ name, folder, from, files: new Set(readdirSync(folder)) }]
    })
    .sort((a, b) => b.from.localeCompare(a.from) || b.name.localeCompare(a.name))
}

function startOf(name: string): string | undefined {
  const version = /PL_(\d{3})([a-z]?)/.exec(name)
  if (!version) return ALWAYS
  const [, number = '', letter = ''] = version
  return STARTS[`${number}${letter}`] ?? STARTS[number]
}

const reach: { root: string | undefined } = { root: undefined }
let registered = false

/** Schemas include others of their package. Nothing else is read, and only while one is compiled: a document could name files, too. */
function registerFiles(): void {
  if (registered) return
  registered = true
  xmlRegisterInputProvider({
    match: (name) => reach.root !== undefined && resolve(name).startsWith(reach.root + sep) && name.endsWith('.xsd'),
    open: (name) => openSync(name, 'r'),
    read: (file, into) => readSync(file, into),
    close: (file) => {
      closeSync(file)
      return true
    },
  })
}

function compile(root: string, path: string): XsdValidator {
  registerFiles()
  reach.root = root
  try {
    const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path })
    try {
      return XsdValidator.fromDoc(schema)
    } finally {
      schema.dispose()
    }
  } finally {
    reach.root = undefined
  }
}

const SAFE = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE

function errorsOf(xml: string, validator: XsdValidator): readonly SchemaError[] {
  // A document of its own making is none of the layout's, and could name files.
  if (/<!DOCTYPE/i.test(xml)) return [{ path: '', line: 1, message: 'DOCTYPE' }]
  let document: XmlDocument
  try {
    document = XmlDocument.fromString(xml, { option: SAFE })
  } catch (error) {
    if (error instanceof XmlParseError) return error.details.map((one) => told(one, ''))
    throw error
  }
  try {
    validator.validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map((one) => told(one, pathOf(document, one.xpath)))
  } finally {
    document.dispose()
  }
}

const told = ({ message, line }: ErrorDetail, path: string): SchemaError => ({
  path,
  line,
  message: message.replaceAll(/\{https?:[^}]*\}/g, '').trim(),
})

/** The place of an element by the names of elements; the validator tells it by their order alone. */
function pathOf(document: XmlDocument, xpath: string | undefined): string {
  const found = xpath === undefined ? null : document.get(xpath)
  const names: string[] = []
  for (let one = found instanceof XmlElement ? found : null; one; one = one.parent) names.unshift(nameOf(one))
  return names.map((name) => `/${name}`).join('')
}

function nameOf(element: XmlElement): string {
  const before = element.find(`preceding-sibling::*[local-name(.)='${element.name}']`).length
  const after = element.find(`following-sibling::*[local-name(.)='${element.name}']`).length
  return before + after === 0 ? element.name : `${element.name}[${before + 1}]`
}
