import type { ReactElement } from 'react'
import { textOf, type Row, type Values } from '../row'
import { ReferenceField, type ReferenceProps } from './reference-field'

export const ACTIVE_PRODUCTS: Values = { ativo: true }

/** What tells products of one name apart: `0042 · 7891234567895`. */
export const productCodes = ({ codigo, cEAN }: Row): string => [codigo, cEAN].map(textOf).filter(Boolean).join(' · ')

/** A product in use, found by its name or one of its codes. */
export function ProductField(
  props: Pick<ReferenceProps, 'label' | 'required' | 'span' | 'minChars' | 'onPick'>,
): ReactElement {
  return (
    <ReferenceField
      name="mercadoria_id"
      resource="mercadoria"
      where={ACTIVE_PRODUCTS}
      detail={productCodes}
      {...props}
    />
  )
}
