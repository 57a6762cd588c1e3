import { duplicates } from '../documents/copy'
import { mercadoriaCaracteristica } from './caracteristica'
import { mercadoria, mercadoriaPreco } from './mercadoria'
import { mercadoriaEtapaProducao } from './mercadoria-etapa'
import { mercadoriaInsumo } from './mercadoria-insumo'
import { unidadeAuxiliar } from './unidade-auxiliar'

const NAME = 120
const COPY = ' (cópia)'

/** A product like another one (E2-114): with its prices, composition and characteristics, and codes, references and pictures of its own to come. */
export const duplica = duplicates(mercadoria, {
  summary: 'Copia a mercadoria, com preços, composição, etapas, características e unidades; códigos e imagens não.',
  lists: [mercadoriaPreco, mercadoriaInsumo, mercadoriaEtapaProducao, mercadoriaCaracteristica, unidadeAuxiliar],
  head: (_ctx, { xProd }) => ({
    codigo: null,
    cEAN: null,
    xProd: `${String(xProd).slice(0, NAME - COPY.length)}${COPY}`,
  }),
})
