import { isGtin } from '../../../core/br/gtin'
import { showNcm } from '../../../core/br/fields'
import { empresa } from '../../cadastros/empresa'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { type ApiError, badRequest } from '../../platform/errors'
import { RefusedAddress } from '../../platform/outside/address'
import {
  type Answered,
  call,
  CallFailed,
  isObject,
  jsonIn,
  notConfigured,
  objectIn,
  unavailable,
  unknownCaller,
} from '../../platform/outside/call'
import { secretOf } from '../../platform/secrets'

/** The national register of products (CNP) of GS1 Brasil: a client of its API's shape. A company's own keys, sealed; a token a call. */

const USUAL_URL = 'https://api.gs1br.org'
const TIMEOUT_MS = 20_000
const ANSWER_LIMIT = 2 * 1024 * 1024
const MOST = 500
const SERVICE = 'O CNP da GS1 Brasil'
const REFUSED = 'O CNP da GS1 Brasil recusou as credenciais: confira-as no cadastro da empresa.'
/** ISO 3166-1 numeric, as the register writes countries. */
const BRAZIL = '076'

/** A company's access. */
export interface Access {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly user: string
  readonly password: string
  readonly cad: string
  readonly allowPrivate: boolean
}

/** The access of a company, and the prefix that it numbers GTINs by without one. */
export async function accessOf(ctx: Ctx, empresa_id: number): Promise<{ access?: Access; prefix: string | null }> {
  const company = await load(ctx, empresa, empresa_id)
  const secret = (field: 'gs1_client_secret' | 'gs1_senha') => secretOf(ctx, empresa, company, field)
  const [clientSecret, password] = [secret('gs1_client_secret'), secret('gs1_senha')]
  const { gs1_client_id: clientId, gs1_usuario: user, gs1_cad: cad, gs1_prefixo: prefix } = company
  if (!clientId || !clientSecret || !user || !password || !cad) return { prefix }
  const url = (company.gs1_url ?? USUAL_URL).replace(/\/+$/, '')
  const { allowPrivate } = ctx.outside
  return { access: { url, clientId, clientSecret, user, password, cad, allowPrivate }, prefix }
}

/** What is said where neither is there. */
export const cnpMissing = (): ApiError =>
  notConfigured(
    'O CNP da GS1 Brasil não está configurado: informe client ID, client secret, usuário, senha e CAD no cadastro da empresa, ou o prefixo GS1 dela para numerar sem a API.',
  )

/** A product as the register asks for it. */
export interface Registered {
  readonly xProd: string
  readonly codigo: string | null
  readonly brand: string
  readonly NCM: string
  readonly CEST: string | null
  readonly gpc: string
  /** Kilograms. */
  readonly weight: string | null
  /** Brazilian state of the company: `PR`. */
  readonly UF: string
}

/** Registers a product and answers its new GTIN. Throws 400 `cnp_refused` with what the register says of it, 503. */
export async function register(access: Access, product: Registered): Promise<string> {
  const answer = await authorised(access, 'POST', '/gs1/v2/products', bodyOf(access, product))
  const body = objectIn(answer.text)
  if (answer.status === 400 || answer.status === 422)
    throw badRequest(`O CNP recusou o produto: ${reasonOf(body)}`, 'cnp_refused')
  const made = isObject(body.product) ? body.product : body
  const key = isObject(made.gs1TradeItemIdentificationKey) ? made.gs1TradeItemIdentificationKey : {}
  const gtin = typeof key.gtin === 'string' ? key.gtin.trim() : ''
  if ((answer.status !== 200 && answer.status !== 201) || !isGtin(gtin)) throw unavailable(SERVICE)
  return gtin
}

function bodyOf({ cad }: Access, { xProd, codigo, brand, NCM, CEST, gpc, weight, UF }: Registered): object {
  const inPortuguese = { languageCode: 'pt-BR', default: true }
  const classes = [['NCM', showNcm(NCM)], ...(CEST ? [['CEST', CEST]] : [])]
  const grams = (value: string | null) => ({ measurementUnitCode: 'KGM', value: Number(value ?? 0) })
  return {
    company: { cad },
    gtinStatusCode: 'ACTIVE',
    gs1TradeItemIdentificationKey: { gs1TradeItemIdentificationKeyCode: 'GTIN_13' },
    tradeItemDescriptionInformationLang: [{ tradeItemDescription: xProd, ...inPortuguese }],
    brandNameInformationLang: [{ brandName: brand, ...inPortuguese }],
    referencedFileInformations: [],
    additionalTradeItemIdentifications: codigo
      ? [{ additionalTradeItemIdentificationTypeCode: 'SKU', additionalTradeItemIdentificationValue: codigo }]
      : [],
    tradeItemMeasurements: { netContent: { measurementUnitCode: 'EA', value: 1 } },
    tradeItemWeight: { grossWeight: grams(weight) },
    inDevelopmentWithoutGrossWeight: weight === null,
    tradeItemClassification: {
      gpcCategoryCode: gpc,
      additionalTradeItemClassifications: classes.map(([system, value]) => ({
        additionalTradeItemClassificationSystemCode: system,
        additionalTradeItemClassificationCodeValue: value,
      })),
    },
    withoutCest: !CEST,
    tradeItem: {
      targetMarket: { targetMarketCountryCodes: [BRAZIL] },
      tradeItemUnitDescriptorCode: 'BASE_UNIT_OR_EACH',
    },
    placeOfProductActivity: { countryOfOrigin: { countryCode: BRAZIL, countrySubdivisionCodes: [`BR-${UF}`] } },
    acceptResponsibility: true,
    shareDataIndicator: true,
  }
}

function reasonOf(body: Readonly<Record<string, unknown>>): string {
  const faults = Array.isArray(body.validations) ? body.validations : []
  const texts = faults.flatMap((one) => (isObject(one) && typeof one.message === 'string' ? [one.message] : []))
  const told = texts.length > 0 ? texts.join(' ') : typeof body.message === 'string' ? body.message : 'sem motivo'
  return told.slice(0, 500)
}

/** A code of the global product classification, and what it is called. */
export interface Classified {
  readonly id: string
  readonly descricao: string
}

/** The segments of the classification. Throws 503. */
export async function segments(access: Access): Promise<readonly Classified[]> {
  return listIn(await authorised(access, 'GET', '/gs1/v2/gpc/segments?languageCode=pt-BR'))
}

/** The bricks of a segment whose names hold a word. Throws 503. */
export async function bricks(access: Access, segment: string, keyword: string): Promise<readonly Classified[]> {
  const query = new URLSearchParams({ languageCode: 'pt-BR', keyword })
  return listIn(await authorised(access, 'GET', `/gs1/v2/gpc/segments/${encodeURIComponent(segment)}/bricks?${query}`))
}

function listIn({ status, text }: Answered): readonly Classified[] {
  const found = jsonIn(text)
  if (status !== 200 || !Array.isArray(found)) throw unavailable(SERVICE)
  return found.slice(0, MOST).flatMap((one) => {
    if (!isObject(one) || !/^\d{8}$/.test(String(one.code))) return []
    return [{ id: String(one.code), descricao: String(one.description ?? '').slice(0, 200) }]
  })
}

async function authorised(access: Access, method: 'GET' | 'POST', path: string, body?: object): Promise<Answered> {
  const token = await tokenOf(access)
  const answer = await ask(access, { method, path, headers: { client_id: access.clientId, access_token: token }, body })
  if (answer.status === 401 || answer.status === 403) throw unknownCaller(REFUSED)
  return answer
}

async function tokenOf(access: Access): Promise<string> {
  const basic = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64')
  const answer = await ask(access, {
    method: 'POST',
    path: '/oauth/access-token',
    headers: { Authorization: `Basic ${basic}`, client_id: access.clientId },
    body: { grant_type: 'password', username: access.user, password: access.password },
  })
  if (answer.status === 400 || answer.status === 401 || answer.status === 403) throw unknownCaller(REFUSED)
  const { access_token: token } = objectIn(answer.text)
  if (typeof token !== 'string' || token === '') throw unavailable(SERVICE)
  return token
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

function ask({ url, allowPrivate }: Access, { method, path, headers, body }: Asked): Promise<Answered> {
  return call({
    url: url + path,
    method,
    headers: { ...headers, Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    timeoutMs: TIMEOUT_MS,
    limit: ANSWER_LIMIT,
    allowPrivate,
  }).catch((error: unknown) => {
    throw error instanceof CallFailed || error instanceof RefusedAddress ? unavailable(SERVICE) : error
  })
}
