import * as v from 'valibot'
import { SIGNER_NAME } from '../../../core/fields/servico/ordem-servico'
import { invalid } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import { step } from '../../platform/step'
import { attachFile } from '../../sis/anexo/attach'
import { ordemServico } from './ordem-servico'

/** A picture of what was drawn on the glass, in base64: some 20 kB. */
const LONGEST = 400_000

/** Takes what the customer drew on the glass, and by whom: it is kept as a picture among the attachments, and by its number with the order. Throws 422 for what is no JPEG. */
export const assina = step(ordemServico, 'assina', {
  summary:
    'Guarda a assinatura do cliente, desenhada na tela: quem assinou (xNome) e a figura (imagem, JPEG em base64).',
  input: {
    xNome: v.pipe(shortText(SIGNER_NAME), v.minLength(1, 'Informe quem assina.')),
    imagem: v.pipe(v.string(), v.minLength(1, 'Assine na tela.'), v.maxLength(LONGEST, 'A figura é grande demais.')),
  },
  run: async ({ ctx, record, input: { xNome, imagem } }) => {
    const bytes = new Uint8Array(Buffer.from(imagem, 'base64'))
    const made = await attachFile(ctx, { resource: ordemServico, record, name: `assinatura-${record.id}.jpg`, bytes })
    if (made === undefined) throw invalid({ imagem: ['A assinatura tem de ser uma figura JPEG.'] })
    return { set: { xAssinante: xNome, assinatura_id: made.id } }
  },
})
