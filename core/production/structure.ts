import * as v from 'valibot'

/** What a product is made of, and its cost made anew, as both are told. */

const text = v.nullable(v.string())
const cost = v.nullable(v.number())

const line = {
  /** 1 for what the product itself is made of, or what it goes into. */
  nivel: v.number(),
  mercadoria_id: v.number(),
  codigo: text,
  xProd: v.string(),
  un: text,
  /** For one. */
  qTrib: v.number(),
}

/** Every level below a product with what it comes to, and all that it goes into; costs are null for who may not know them. */
export const productStructure = v.object({
  vMaterial: cost,
  vMaoObra: cost,
  vTotal: cost,
  custo: cost,
  itens: v.array(v.object({ ...line, vCusto: cost })),
  usado: v.array(v.object(line)),
})

export type ProductStructure = v.InferOutput<typeof productStructure>

/** Costs that would change, or did: how many, by what they are known again (`visto`), and the first of them. */
export const recosted = v.object({
  total: v.number(),
  visto: v.string(),
  gravado: v.boolean(),
  data: v.array(v.object({ id: v.number(), codigo: text, xProd: v.string(), de: v.string(), para: v.string() })),
})

export type Recosted = v.InferOutput<typeof recosted>
