import type { FixedRecord } from '../../layout/fixed-width'
import type { Grupo, LayoutPagamento } from './layout'
import type { Favorecido, Pagamento } from './pagamento'

/** Which records tell a payment. */

/** A CNPJ of many zeros is taken for a CPF where its kind is not told. */
const LOOKS_LIKE_CPF = /^0{5}/

const wantsNotice = ({ endereco, email }: Favorecido): boolean => endereco !== null || email !== ''

const isAmbiguous = ({ documento }: Favorecido): boolean => documento.length === 14 && LOOKS_LIKE_CPF.test(documento)

const hasB = (one: Favorecido, layout: LayoutPagamento): boolean => layout.temB || wantsNotice(one) || isAmbiguous(one)

/** The records of a payment in the order in which they are written. */
export function recordsOf(one: Pagamento, layout: LayoutPagamento): readonly FixedRecord[] {
  switch (one.tipo) {
    case 'ted':
    case 'credito': {
      return hasB(one.favorecido, layout) ? [layout.a, layout.b] : [layout.a]
    }
    case 'pix_conta': {
      if (layout.temB) return [layout.a, layout.bPix]
      return isAmbiguous(one.favorecido) ? [layout.a, layout.b] : [layout.a]
    }
    case 'pix': {
      return [layout.aPix, layout.bPix]
    }
    case 'pix_qr': {
      return [layout.j, layout.j52Pix]
    }
    case 'boleto': {
      return [layout.j, layout.j52, ...(wantsNotice(one.favorecido) ? [layout.b] : [])]
    }
    case 'guia': {
      return [layout.o]
    }
    case 'tributo': {
      const record = layout.n[one.tributo]
      if (!record) return []
      return one.complementos.length > 0 ? [record, layout.w] : [record]
    }
  }
}

export function groupOf({ tipo }: Pagamento): Grupo {
  if (tipo === 'boleto' || tipo === 'pix_qr') return 'boleto'
  return tipo === 'guia' || tipo === 'tributo' ? tipo : 'transferencia'
}
