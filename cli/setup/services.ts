import type { Database } from '../../http/db/connect'
import { SYSTEM } from '../../http/db/pool'
import type { Services } from '../../http/platform/app'
import { Sessions } from '../../http/platform/session'
import type { Settings } from '../../http/settings'
import { secretOf } from './secret'

/**
 * After an update, secrets that an earlier version sealed for their column alone are sealed for their rows; before that they do not open. Those of a key that is
 * not at hand wait for `prumo secret reseal`.
 */
export async function bindAfterUpdate({ migrated }: Pick<Database, 'migrated'>, services: Services): Promise<void> {
  if (migrated.length === 0) return
  const [{ systemCtx }, { bindSecrets }] = await Promise.all([
    import('../../http/platform/app'),
    import('../../http/platform/secrets'),
    import('../../http/resources'),
  ])
  await services.pool.transaction(SYSTEM, (db) => bindSecrets(systemCtx(services, db, [], 0)))
}

/** What a server is made of, from the settings and an open database. */
export function servicesFor(database: Pick<Database, 'pool'>, settings: Settings): Services {
  const { publicUrl, trustedProxies, smtpUrl, cepUrl, cnpjUrl, whatsappUrl, whatsappKey, olderSecrets, allowPrivate } =
    settings
  const { vroomUrl, osrmUrl, geocoderUrl, tilesUrl, tilesCredit } = settings
  const routing = { vroomUrl, osrmUrl, geocoderUrl, tilesUrl, tilesCredit }
  const { sefazUrl, sefazCa, nfseUrl, schemasDir } = settings
  const fiscal = { sefazUrl, sefazCa, nfseUrl, schemasDir }
  const outside = {
    smtpUrl,
    cepUrl,
    cnpjUrl,
    whatsappUrl,
    whatsappKey,
    olderSecrets,
    allowPrivate,
    ...routing,
    ...fiscal,
    bankFolder: settings.bankFolder,
    agentsDir: settings.agentsDir,
  }
  const { pool } = database
  return {
    pool,
    sessions: new Sessions(pool),
    get secret() {
      return secretOf(settings)
    },
    publicUrl,
    trustedProxies,
    ...outside,
  }
}
