import { sha256Of } from '../../platform/digest'
import { fileRoute } from '../../platform/file-route'
import { edi } from './edi'
import { importEdi } from './import'
import { readApart } from './read-apart'

/** `POST /api/expedicao/edi`: files of carriers (E3-020). */
export const mountEdiUpload = fileRoute({
  of: edi,
  paths: edi.paths,
  uploads: {
    fileLimit: 20 * 1024 * 1024,
    filesLimit: 30,
    limit: 40 * 1024 * 1024,
    hint: 'Envie o arquivo como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo da transportadora.',
  },
  read: async ({ arquivo, bytes }) => {
    const file = await readApart(bytes)
    return (ctx) => importEdi(ctx, ctx.actor.empresa_id, { file, arquivo, sha256: sha256Of(bytes), bytes })
  },
})
