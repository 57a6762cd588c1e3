import { qrPicture } from '../../core/pix/qr'
import { escapeHtml as safe } from './html'

/** A QR code as an SVG that stands in a page: black on white in every theme, since a camera reads it, and named for who does not see it. */
export function qrSvg(text: string, name: string): string {
  const { size, path } = qrPicture(text)
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${safe(name)}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}
