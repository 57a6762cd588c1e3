import { textOf, type Row, type Values } from '../row'

export const ACTIVE_PRODUCTS: Values = { ativo: true }

/** What tells products of one name apart: `0042 · 7891234567895`. */
export const productCodes = ({ codigo, cEAN }: Row): string => [codigo, cEAN].map(textOf).filter(Boolean).join(' · ')

/** What a field that chooses a product in use searches, by its name or one of its codes: `<ReferenceField name="mercadoria_id" {...PRODUCT} />`. */
export const PRODUCT = { resource: 'mercadoria', where: ACTIVE_PRODUCTS, detail: productCodes } as const
