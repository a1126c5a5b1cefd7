/**
 * Where clouds answer the machines in them, with their secrets: a request from here would get them. Most are private or link-local and
 * refused for that; they are listed because what counts as such belongs to a library.
 */
const ADDRESSES: ReadonlySet<string> = new Set([
  // AWS, Google, Azure, Oracle, OpenStack, DigitalOcean and others; AWS's and Google's over IPv6.
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
  // https://cloud.google.com/compute/docs/metadata/querying-metadata
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  // AWS's credentials of containers: https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
  // https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::23',
  // Azure's wire server, in a public range: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16',
  // Alibaba: https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata
  '100.100.100.200',
  // Oracle's older clouds: https://docs.oracle.com/en/cloud/iaas/compute-iaas-cloud/stcsg/retrieving-instance-metadata.html
  '192.0.0.192',
  // Tencent: https://www.tencentcloud.com/document/product/213/4934
  '169.254.0.23',
  // Scaleway: https://www.scaleway.com/en/docs/instances/reference-content/understanding-instance-metadata/
  '169.254.42.42',
  'fd00:42::42',
  // Linode: https://techdocs.akamai.com/cloud-computing/docs/overview-of-the-metadata-service
  'fd00:a9fe:a9fe::1',
]);

/** The names of these services, from the same pages. */
const NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
  // Equinix, whose service has public addresses: https://deploy.equinix.com/developers/docs/metal/server-metadata/metadata/
  'metadata.packet.net',
  'metadata.platformequinix.com',
]);

/** Whether an IP address in its normal form is that of a service of a cloud for the machines in it. */
export function isCloudAddress(address: string): boolean {
  return ADDRESSES.has(address);
}

/** Whether a host name is that of such a service, in any spelling. */
export function isCloudName(hostname: string): boolean {
  return NAMES.has(hostname.toLowerCase().replace(/\.$/, ''));
}
