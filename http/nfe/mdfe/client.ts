import { gzipSync } from 'node:zlib'
import {
  manifestAnswer,
  type ManifestAnswer,
  manifestEventAnswer,
  type ManifestEventOutcome,
  manifestQueryAnswer,
  type ManifestQueryAnswer,
  openManifestsAnswer,
  type OpenManifestsAnswer,
} from '../../../core/fiscal/mdfe/answers'
import {
  manifestDistributionRequest,
  manifestQueryRequest,
  openManifestsRequest,
} from '../../../core/fiscal/mdfe/requests'
import { manifestAddress, manifestEnvelope, type ManifestService } from '../../../core/fiscal/mdfe/services'
import { distributionAnswer, type DistributionAnswer } from '../../../core/fiscal/services/answers'
import { bareXml, type NumberKey, type TpAmb } from '../../../core/fiscal/services/requests'
import { CallFailed } from '../../platform/outside/call'
import { type Caller, readAnswer, soapPost } from '../sefaz/soap-call'

/** Who calls the authority of the MDF-e: the issuer's state by its number, and the environment. */
export interface ManifestAt extends Caller {
  readonly tpAmb: TpAmb
  readonly cUF: string
}

/** The functions of this file throw CallFailed, whose `sent` says whether the authority may have taken what it was sent: then its key is asked before anything is sent again. */
async function ask<A>(
  at: ManifestAt,
  service: ManifestService,
  { content, read }: { readonly content: string; readonly read: (text: string) => A },
): Promise<A> {
  const envelope = manifestEnvelope(service, { cUF: at.cUF, content })
  return readAnswer(await soapPost(at, { ...manifestAddress(service, at.tpAmb), envelope }), read)
}

const otherDocument = () => new CallFailed('A SEFAZ respondeu sobre outro MDF-e.')

/** Sends a signed manifest, its bytes as they are, packed. It is answered at once. */
export async function sendManifest(at: ManifestAt, signed: string): Promise<ManifestAnswer> {
  const content = gzipSync(Buffer.from(signed)).toString('base64')
  const said = await ask(at, 'manifest', { content, read: manifestAnswer })
  if (said.protocol && !signed.includes(`"MDFe${said.protocol.chMDFe}"`)) throw otherDocument()
  return said
}

/** What the authority knows of a key. 217: it has no such manifest. */
export async function queryManifest(at: ManifestAt, chMDFe: string): Promise<ManifestQueryAnswer> {
  const content = manifestQueryRequest({ tpAmb: at.tpAmb, chMDFe })
  const said = await ask(at, 'manifestQuery', { content, read: manifestQueryAnswer })
  if (said.protocol && said.protocol.chMDFe !== chMDFe) throw otherDocument()
  return said
}

/** Sends a signed event. */
export const sendManifestEvent = (at: ManifestAt, signed: string): Promise<ManifestEventOutcome> =>
  ask(at, 'manifestEvent', { content: bareXml(signed), read: manifestEventAnswer })

/** Manifests of an issuer that nobody closed. */
export const openManifests = (at: ManifestAt, CNPJ_CPF: string): Promise<OpenManifestsAnswer> =>
  ask(at, 'openManifests', {
    content: openManifestsRequest({ tpAmb: at.tpAmb, CNPJ_CPF }),
    read: openManifestsAnswer,
  })

/** Manifests in which `CNPJ_CPF` takes part, and their events. 137 none: an hour must pass before the next call. */
export const distributeManifests = (at: ManifestAt, CNPJ_CPF: string, key: NumberKey): Promise<DistributionAnswer> =>
  ask(at, 'manifestDistribution', {
    content: manifestDistributionRequest({ tpAmb: at.tpAmb, CNPJ_CPF }, key),
    read: distributionAnswer,
  })
