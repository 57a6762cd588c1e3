import * as v from 'valibot'
import { empresa } from '../../cadastros/empresa'
import { parseInput } from '../../platform/action'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { jsonBody } from '../../platform/body'
import type { Ctx } from '../../platform/context'
import { find, load, update } from '../../platform/engine/write'
import { ApiError, badRequest, invalid } from '../../platform/errors'
import { answered, keyedCall } from '../../platform/idempotency'
import { identifier, shortText } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { change } from '../../platform/routes'
import { assertOwnCodes } from '../gtin'
import { mercadoria } from '../mercadoria'
import { fabricante } from '../registers'
import { type Access, accessOf, bricks, cnpMissing, register, type Registered, segments } from './client'
import { nextGtin } from './own-gtin'

const gpc = v.pipe(v.string(), v.trim(), v.regex(/^\d{8}$/, 'Informe 8 dígitos.'))
const generateInput = v.object({
  mercadoria: v.union([
    identifier,
    v.pipe(
      v.object({ id: identifier }),
      v.transform(({ id }) => id),
    ),
  ]),
  gpc: v.nullish(gpc),
})
const searchInput = v.object({
  segmentId: gpc,
  keyword: v.pipe(shortText(80), v.minLength(3, 'Digite ao menos 3 letras.')),
})

/** `/api/cnp`: bar codes of products from GS1 Brasil's register, else from the company's own prefix, and the classification that the register asks for. */
export function mountCnp(app: App, services: Services): void {
  app.post('/api/cnp/generateBarcode', (c) => generate(services, c))
  app.get('/api/cnp/getSegments', async (c) => c.json({ data: await segments(await access(services, c)) }))
  app.get('/api/cnp/searchInSegment', async (c) => {
    const { segmentId, keyword } = parseInput(searchInput, c.req.query())
    return c.json({ data: await bricks(await access(services, c), segmentId, keyword) })
  })
}

/** The chosen company's access. Throws 403, 503 saying what is to be set. */
const access = (services: Services, c: Context): Promise<Access> =>
  withCtx(services, c, 'read', async (ctx) => {
    assertMay(ctx, mercadoria, 'edit')
    const { access: own } = await accessOf(ctx, ctx.actor.empresa_id)
    if (!own) throw cnpMissing()
    return own
  })

type Product = RecordOf<typeof mercadoria>

interface Wanted {
  readonly id: number
  readonly access?: Access
  readonly product: Registered
}

/** The register is asked while no transaction is held; what it gave is kept at once. A call that was answered already asks nothing again. */
async function generate(services: Services, c: Context): Promise<Response> {
  assertXhr(c)
  const input = parseInput(generateInput, await jsonBody(c))
  const call = await keyedCall(c)
  const wanted = await withCtx(services, c, 'read', async (ctx) => {
    assertMay(ctx, mercadoria, 'edit')
    return call && (await answered(ctx, call)) ? undefined : wantedOf(ctx, input)
  })
  if (wanted?.access) assertNoTrial(c)
  const given = wanted?.access ? await register(wanted.access, wanted.product) : undefined
  return change(services, c, async (ctx) => {
    const asked = wanted ?? (await wantedOf(ctx, input))
    return keep(ctx, asked, given).catch((error: unknown) => {
      throw given === undefined ? error : tellingGiven(error, given)
    })
  })
}

/** A code that the register gave is not lost where the product can keep it no more: whoever asked is told it. */
const tellingGiven = (error: unknown, given: string): unknown =>
  error instanceof ApiError
    ? new ApiError(error.status, error.code, `${error.message} O CNP deu a ela o código ${given}: anote-o.`)
    : error

async function wantedOf(ctx: Ctx, input: v.InferOutput<typeof generateInput>): Promise<Wanted> {
  const record = await load(ctx, mercadoria, input.mercadoria)
  assertWithout(record)
  const { access: own, prefix } = await accessOf(ctx, ctx.actor.empresa_id)
  if (!own && !prefix) throw cnpMissing()
  const company = await load(ctx, empresa, ctx.actor.empresa_id)
  const maker = record.fabricante_id ? await find(ctx, fabricante, record.fabricante_id) : undefined
  const product = {
    xProd: record.xProd,
    codigo: record.codigo,
    brand: maker?.descricao ?? company.xFant ?? company.xNome,
    NCM: record.NCM ?? '',
    CEST: record.CEST,
    gpc: input.gpc ?? record.gpc ?? '',
    weight: record.pesoB,
    UF: company.UF ?? '',
  }
  if (own) assertRegistrable(product)
  return { id: record.id, product, ...(own ? { access: own } : {}) }
}

const assertWithout = ({ cEAN }: Product): void => {
  if (cEAN) throw badRequest('Esta mercadoria já tem código de barras.', 'has_barcode')
}

function assertRegistrable({ NCM, gpc: brick }: Registered): void {
  const errors = {
    ...(NCM === '' ? { NCM: ['O CNP pede o NCM da mercadoria.'] } : {}),
    ...(brick === '' ? { gpc: ['Escolha a classificação (GPC) da mercadoria.'] } : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function keep(ctx: Ctx, { id, product }: Wanted, given: string | undefined): Promise<{ cEAN: string }> {
  assertMay(ctx, mercadoria, 'edit')
  const record = await load(ctx, mercadoria, id, { lock: true })
  assertWithout(record)
  const { prefix } = await accessOf(ctx, ctx.actor.empresa_id)
  const cEAN = given ?? (await nextGtin(ctx, prefix ?? '', id))
  const values = { cEAN, ...(product.gpc === '' ? {} : { gpc: product.gpc }) }
  await assertOwnCodes(ctx, [{ before: record, values }], { field: 'cEAN', product: () => id })
  await update(ctx, mercadoria, record, values, 'generateBarcode')
  return { cEAN }
}
