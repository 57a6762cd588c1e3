import { fileRoute } from '../../platform/file-route'
import { boletoDda } from './boleto-dda'
import { importDda } from './import-dda'
import { readApart } from './read-apart'

/** `POST /api/financeiro/boletos_dda`: sweeps of the DDA. */
export const mountDdaUpload = fileRoute({
  of: boletoDda,
  paths: boletoDda.paths,
  uploads: {
    fileLimit: 20 * 1024 * 1024,
    filesLimit: 30,
    limit: 40 * 1024 * 1024,
    hint: 'Envie o arquivo como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo do banco.',
  },
  read: async ({ arquivo, bytes }) => {
    const file = await readApart(bytes)
    return (ctx) => importDda(ctx, ctx.actor.empresa_id, { file, arquivo })
  },
})
