import { Controller, Res } from '@nestjs/common';
import { PutFile, ReadFile, type StoredFile } from '@crumbtrail/contracts';
import { DownloadFile, UploadFile } from '@crumbtrail/contracts/http/files';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** Types that a browser may show in an `img` element; every other type is sent as bytes. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Uploads files, and serves those of messages as downloads that no browser opens as a page. */
@Controller()
export class FilesController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(UploadFile)
  upload(@Input() { body, caller }: RouteInput<typeof UploadFile>): Promise<StoredFile> {
    return this.requests.request(PutFile, caller, body);
  }

  @Route(DownloadFile)
  async download(
    @Input() { params, caller }: RouteInput<typeof DownloadFile>,
    @Res() response: Response,
  ): Promise<void> {
    const { name, type, data } = await this.requests.request(ReadFile, caller, {
      breadcrumb: params.id,
      hash: params.hash,
    });
    response.setHeader('Content-Type', PICTURES.has(type) ? type : 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.end(Buffer.from(data, 'base64'));
  }
}
